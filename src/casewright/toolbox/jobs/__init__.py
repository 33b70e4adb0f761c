"""Calls that are made later: which there are, how far they are, and what came of them."""
