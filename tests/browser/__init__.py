"""The product from outside: the command line as a person runs it."""
