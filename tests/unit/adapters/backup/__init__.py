"""Tests of backups as files."""
