"""The query language over a matter, and saved queries."""
