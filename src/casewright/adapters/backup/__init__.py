"""A home in one file: written from what stands in it, and put back from it."""
