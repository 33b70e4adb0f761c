"""Calls that are made later: asked for at a desk, done by a worker, told of in a log."""
