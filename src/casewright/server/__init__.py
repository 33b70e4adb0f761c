"""The HTTP server: a request becomes one call of a tool, a result becomes JSON, a problem or a stream."""
