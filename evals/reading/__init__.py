"""Files with known structure, and what the reader makes of them: see docs/evaluation.md."""
