"""Where answers come from: facts, then clauses, then search."""
