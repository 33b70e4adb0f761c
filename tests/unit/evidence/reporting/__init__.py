"""Tests of casewright.evidence.reporting."""
