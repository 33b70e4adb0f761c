"""Figures found in documents by rules, each with its metric, period, unit and place."""
