"""Tests of casewright.adapters.drafting."""
