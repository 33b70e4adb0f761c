"""Tests of casewright.adapters.scoring."""
