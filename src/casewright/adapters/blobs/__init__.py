"""Originals and drafts, as files of a folder or wherever an fsspec URL leads."""
