"""Whether a chat model can do what it is asked for here: call tools, cite, keep quiet."""
