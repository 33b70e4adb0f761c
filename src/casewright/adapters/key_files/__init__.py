"""Files that hold a secret of one person."""
