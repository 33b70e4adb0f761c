"""The audit: read, checkpointed, exported."""
