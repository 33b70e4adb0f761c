"""IQL, the clause query language: text in, a tree out, scores combined. No I/O."""
