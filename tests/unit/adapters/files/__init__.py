"""Tests of records in files."""
