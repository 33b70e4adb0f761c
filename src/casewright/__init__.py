"""Casewright: agents that build the case and show their work."""
