"""What contracts say beside their figures: which clauses are there, whom they bind, and for whose good they are."""
