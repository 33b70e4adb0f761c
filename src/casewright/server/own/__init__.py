"""Routes with more to them than one call, a file a subject."""
