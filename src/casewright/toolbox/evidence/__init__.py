"""Claims of a deal: how they come in, what is found about them, and what people decide."""
