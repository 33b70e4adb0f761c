"""The sample deals: two invented data rooms with their claims, read as package data."""
