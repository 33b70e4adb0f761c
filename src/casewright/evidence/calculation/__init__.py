"""Calculations over claims: formulas as data, exact decimals, hashes that show a result repeated."""
