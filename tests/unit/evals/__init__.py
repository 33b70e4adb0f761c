"""Tests of evals."""
