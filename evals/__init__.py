"""Measuring against labelled data."""
