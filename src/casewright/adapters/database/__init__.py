"""Records in SQLite or PostgreSQL, through SQLAlchemy Core; the schema's history, through Alembic."""
