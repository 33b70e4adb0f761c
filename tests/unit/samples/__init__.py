"""Tests of the sample matter and of its generator."""
