"""What was done, and proof of it: events, their canonical form, the hash chain. No I/O."""
