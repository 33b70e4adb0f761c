"""Calculations over a deal's claims."""
