"""Tests of casewright.domain."""
