"""The tools, documents and prompts of a home, served to clients of the Model Context Protocol."""
