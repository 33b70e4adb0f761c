"""Calls that wait for a person: to be approved, or to be resolved."""
