"""Templates of a tenant's own: defined by a query, or trained on examples."""
