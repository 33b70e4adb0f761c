"""What the contracts of a deal say beside their figures: which clauses are there, whom they bind, and for whose good."""
