"""What questions ask for: the facts and clauses that their words name."""
