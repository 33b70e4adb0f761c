"""Tests of casewright.agents.document."""
