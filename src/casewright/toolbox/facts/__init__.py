"""The facts of contracts: who, when, how long, how much, under which law, and which clauses are there."""
