"""Runs in a process of its own, like the one that opens files: draws pages of others' PDFs and places words on them.

It loads PDFium and nothing else of what reads files, so that the first page is there soon.
"""
