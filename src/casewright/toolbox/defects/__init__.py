"""Defects of claims: flagged, cured, waived."""
