"""Tests of casewright.cli."""
