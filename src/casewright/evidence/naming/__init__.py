"""Documents named in words: what they are called, and which one a question means."""
