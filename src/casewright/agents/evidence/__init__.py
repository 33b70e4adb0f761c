"""Language models at work on evidence: what they say is checked before it counts."""
