"""Which kinds of database the tests run on, and how an empty one of each is made."""

from __future__ import annotations

import psycopg
import pytest

DATABASES = ["sqlite", pytest.param("postgresql", marks=pytest.mark.postgresql)]
"""Parameters for a fixture: every kind of database."""
EVERYWHERE = ["memory", *DATABASES]
"""Parameters for a contract's fixture: the fake, and every kind of database."""


def create_postgresql(socket: str, name: str) -> str:
    """Make the database afresh on the server at ``socket``; its address."""
    with psycopg.connect(f"postgresql://postgres@/postgres?host={socket}", autocommit=True) as connection:
        connection.execute(f"DROP DATABASE IF EXISTS {name} WITH (FORCE)".encode())
        connection.execute(f"CREATE DATABASE {name}".encode())
    return f"postgresql://postgres@/{name}?host={socket}"
