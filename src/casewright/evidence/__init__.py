"""Claims with graded chains, what contradicts them, and what can be computed from them: pure, no I/O."""
