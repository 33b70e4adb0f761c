"""The command line: a request into one call, a result into text, JSON and an exit code."""
