"""Drafts on paper."""
