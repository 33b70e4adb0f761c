"""Tests of the process that opens files."""
