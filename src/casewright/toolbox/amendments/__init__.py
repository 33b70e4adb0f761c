"""Which documents of a matter amend, restate or supersede which."""
