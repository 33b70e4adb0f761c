"""Ordinary classes that fit the ports."""
