"""Tests of casewright.evidence.muhasabah."""
