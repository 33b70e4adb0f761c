"""Parties of cases, and what of them only people see."""
