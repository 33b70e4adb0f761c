"""The minds of the debate's roles: one by rules for each role, and one that asks a language model."""
