"""Servers on this machine that speak the providers' real formats and say what a test's script tells them to."""
