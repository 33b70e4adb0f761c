"""Calculations over claims: formulas as data, exact decimals, hashes by which anyone can see that a result is repeated."""
