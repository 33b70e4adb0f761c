"""Clauses named by their numbers: references in words, and the sections that they name."""
