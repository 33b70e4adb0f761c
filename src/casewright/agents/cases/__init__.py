"""The case agent: from a problem told in Romanian to a draft on paper."""
