"""Records in SQLite or PostgreSQL, through SQLAlchemy."""
