"""Tests of where original bytes are kept."""
