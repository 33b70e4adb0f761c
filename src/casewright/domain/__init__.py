"""The nouns, frozen: actors, matters, documents, spans."""
