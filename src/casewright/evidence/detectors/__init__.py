"""What is wrong with a deal's claims and chains: one detector, one file."""
