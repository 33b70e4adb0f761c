"""What stands between a call and its handler, one concern a file."""
