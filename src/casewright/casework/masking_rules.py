"""Which rules the firewall masks by, as a number that is stored with what they masked."""

RULES = 4
"""Counts up with every release whose rules mask what those before left. What was stored before it counted has none."""
