"""Tests of how bytes become text."""
