"""Documents set for paper and screen."""
