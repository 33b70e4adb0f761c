"""What is tested here is told and changed by hand, so it is the superuser who connects to PostgreSQL."""

from __future__ import annotations

import pytest

from tests.databases import as_role


@pytest.fixture(scope="session")
def migrated_postgresql(migrated_postgresql: str) -> str:
    """The address of a PostgreSQL database with the schema, for who may do everything there."""
    return as_role(migrated_postgresql, "postgres")
