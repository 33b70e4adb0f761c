"""Data rooms written as files: what was planted in them, and what a user of the product finds."""
