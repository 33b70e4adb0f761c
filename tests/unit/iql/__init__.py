"""Tests of casewright.iql."""
