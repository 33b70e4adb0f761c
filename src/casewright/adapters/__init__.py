"""The outside world, one folder a subject."""
