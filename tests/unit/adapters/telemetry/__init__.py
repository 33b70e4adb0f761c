"""Tests of spans and metrics of calls."""
