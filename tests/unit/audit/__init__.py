"""Tests of the pure audit chain."""
