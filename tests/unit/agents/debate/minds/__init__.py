"""Minds of the debate's roles."""
