"""Legal corpora: DuckDB on this machine, BigQuery where it has grown."""
