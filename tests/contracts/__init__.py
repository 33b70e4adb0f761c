"""One suite a port, run over the fake and every real adapter."""
