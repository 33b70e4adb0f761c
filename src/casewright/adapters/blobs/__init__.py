"""Originals and drafts, kept by the hash of their bytes."""
