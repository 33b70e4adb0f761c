"""Tests of what makes the embedded model."""
