"""The minds of the case agent: by rules, and by a language model, for each of its two roles."""
