"""Tests of casewright.agents.cases."""
