"""Alembic's entry: runs the migrations over the connection that it is given, inside that one's transaction."""

from __future__ import annotations

from alembic import context

from casewright.adapters.database.schema import load_schema

context.configure(connection=context.config.attributes["connection"], target_metadata=load_schema())
context.run_migrations()
