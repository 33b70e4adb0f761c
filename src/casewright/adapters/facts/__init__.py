"""Reading the facts of a contract by what the encoder says of each token, and by rules."""
