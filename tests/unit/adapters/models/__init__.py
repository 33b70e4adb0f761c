"""Tests of the chat models."""
