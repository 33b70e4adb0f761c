"""Tests of casewright.agents.workspace."""
