"""Minds of the case agent."""
