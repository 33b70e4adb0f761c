"""Conversations with the case agent, played by users who are data, and held against what those users meant."""
