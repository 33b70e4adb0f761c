"""Tests of the HTTP server's parts."""
