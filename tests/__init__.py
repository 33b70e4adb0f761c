"""Tests: what holds, one truth a test."""
