"""Acts and decisions that were invented for examples: none of them is law."""
