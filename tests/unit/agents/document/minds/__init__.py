"""Tests of casewright.agents.document.minds."""
