"""Tests of the SQL adapters that no port's contract covers."""
