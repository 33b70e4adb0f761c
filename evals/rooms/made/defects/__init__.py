"""How a room is spoiled: figures are altered after it was written, and what was built in is recorded."""
