"""Tests of casewright.evals."""
