"""Legal corpora."""
