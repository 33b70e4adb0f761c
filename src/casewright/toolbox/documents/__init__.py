"""The document tools that agents and people ask with."""
