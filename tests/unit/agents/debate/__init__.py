"""Tests of casewright.agents."""
