"""Tests of casewright.tools."""
