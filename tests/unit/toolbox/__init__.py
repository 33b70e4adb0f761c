"""Tests of casewright.toolbox."""
