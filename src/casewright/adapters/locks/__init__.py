"""Locks across processes: files of the home's, and PostgreSQL's own."""
