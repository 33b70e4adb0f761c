"""Which sentences of a chat model's answer have a place in the documents, and what becomes of those that have none."""
