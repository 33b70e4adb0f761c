"""Deals: what is kept of them, and how they are assessed."""
