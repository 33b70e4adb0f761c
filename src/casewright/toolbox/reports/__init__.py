"""Reports on deals."""
