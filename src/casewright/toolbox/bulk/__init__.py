"""Queries and facts over corpora of any size, partition by partition."""
