"""Casework, pure."""
