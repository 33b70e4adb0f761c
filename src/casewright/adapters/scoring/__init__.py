"""Scorers: how likely a statement holds for a text."""
