"""Tests of casewright.adapters.search."""
