"""Typed values from the words that state a fact: dates, lengths of time, sums, laws, titles, parties."""
