"""Tests of casewright.policy."""
