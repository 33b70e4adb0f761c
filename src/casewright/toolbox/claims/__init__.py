"""Claims of a deal: how they come in, and how they are shown."""
