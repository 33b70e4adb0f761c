"""Search by words: texts as stems, and how much of a question's words a chunk has."""
