"""How well the facts of contracts are read: places, values, confidence, and CUAD's own measure of answer spans."""
