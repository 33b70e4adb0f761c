"""Tests of the facts of contracts."""
