"""Research in acts and decisions."""
