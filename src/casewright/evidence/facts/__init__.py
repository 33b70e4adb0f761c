"""The facts of a contract, read from its words: typed values, by rules that are pure."""
