"""Reading answers out of passages, by rules: what a question wants, which values stand there, which of them fits."""
