"""Tests of casewright.bootstrap."""
