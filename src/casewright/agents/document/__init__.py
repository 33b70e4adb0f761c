"""The agent that answers questions about the documents of a matter, with places that can be opened."""
