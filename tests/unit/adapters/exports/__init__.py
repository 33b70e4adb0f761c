"""Tests of what carries the audit elsewhere."""
