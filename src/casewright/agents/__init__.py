"""How models work through tasks: each agent with its graph, its prompts and its rule-based mind."""
