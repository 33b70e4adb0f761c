"""Corpora of any size: what is in them, what of them is kept beside them, and the tables that a run writes."""
