"""Tests of files that hold a secret of one person."""
