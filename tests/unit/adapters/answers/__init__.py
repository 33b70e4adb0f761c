"""Tests of casewright.adapters.answers."""
