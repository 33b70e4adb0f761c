"""Tests of reading facts by the encoder."""
