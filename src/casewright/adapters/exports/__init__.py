"""The audit, carried elsewhere."""
