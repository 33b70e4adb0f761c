"""From any older schema to ours, once, whoever asks."""

from __future__ import annotations

from contextlib import closing
from typing import TYPE_CHECKING

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import text

from casewright.adapters.database.engine import open_database
from casewright.adapters.database.matters import SqlMatters
from casewright.adapters.database.migrate import migrations, upgrade
from casewright.adapters.database.revision import REVISIONS, SCHEMA_HEAD, state_of
from casewright.adapters.database.schema import load_schema
from casewright.adapters.database.tables.search import WORD_INDEX
from casewright.domain.ids import ActorId, TenantId
from casewright.domain.matters import MatterKind
from casewright.errors import SchemaTooNew, Unavailable
from tests.fakes.fixed_clock import START
from tests.unit.adapters.database.children import start

if TYPE_CHECKING:
    from casewright.adapters.database.engine import Database


@pytest.mark.requirement("storage-one-schema")
def test_migrated_schema_is_the_one_declared(database: Database) -> None:
    """What the migrations make and what ``schema`` declares differ in nothing, on either database."""
    with database.read() as connection:
        options = {"compare_type": True, "compare_server_default": True, "include_name": _is_declared}
        context = MigrationContext.configure(connection, opts=options)

        assert compare_metadata(context, load_schema()) == []


def _is_declared(name: str | None, _kind: str, _parents: object) -> bool:
    """Whether it is one of ours: SQLite makes its full-text index with tables, and LangGraph its own (checkpoints)."""
    return name is None or not name.startswith((WORD_INDEX, "checkpoint"))


def test_known_revisions_are_those_of_the_scripts() -> None:
    """The revisions that ``schema`` knows without Alembic are Alembic's, oldest first."""
    scripts = ScriptDirectory.from_config(migrations())

    revisions = [script.revision for script in scripts.walk_revisions()]

    assert tuple(reversed(revisions)) == REVISIONS
    assert scripts.get_current_head() == SCHEMA_HEAD


@pytest.mark.requirement("storage-tenants")
@pytest.mark.parametrize("table", load_schema().sorted_tables, ids=lambda table: table.name)
def test_every_table_carries_its_tenant_first(table: object) -> None:
    """The tenant is the first column of every table's key, so that no key is shared between tenants."""
    keys = [column.name for column in load_schema().tables[str(table)].primary_key]

    assert keys[0] == "tenant_id"


@pytest.mark.requirement("storage-one-schema")
def test_bare_database_is_upgraded_once(bare_address: str) -> None:
    """A database without a schema gets ours; a second upgrade finds nothing to do."""
    with closing(open_database(bare_address)) as database:
        assert database.schema_state() == "missing"

        upgrade(database)
        assert database.schema_state() == "current"
        upgrade(database)
        assert database.schema_state() == "current"


@pytest.mark.requirement("storage-one-schema")
@pytest.mark.parametrize("revision", REVISIONS[:-1])
def test_older_database_is_upgraded_and_keeps_its_matters(bare_address: str, revision: str) -> None:
    """A database of any older revision is known as older, becomes current, and holds what it held."""
    with closing(open_database(bare_address)) as database:
        with database.write() as connection:
            command.upgrade(migrations(connection), revision)
        assert database.schema_state() == "older"
        kept = SqlMatters(database).create(
            TenantId("ours"),
            title="kept",
            description="",
            kind=MatterKind.MATTER,
            jurisdiction=None,
            created_by=ActorId("ann"),
            at=START,
        )

        upgrade(database)

        assert database.schema_state() == "current"
        assert SqlMatters(database).get(kept.tenant, kept.id) == kept


@pytest.mark.requirement("storage-migrate-at-once")
def test_processes_that_migrate_at_once_all_end_well(bare_address: str) -> None:
    """Of several processes that open a new database at the same moment each finds the schema current."""
    children = [start("migrate", bare_address) for _ in range(3)]
    outputs = [child.communicate(timeout=120) for child in children]

    assert [(child.returncode, output) for child, (output, _) in zip(children, outputs, strict=True)] == [
        (0, "current\n")
    ] * 3, outputs


@pytest.mark.requirement("storage-newer-schema")
def test_newer_schema_is_refused_and_left_alone(database_address: str) -> None:
    """A database of a newer version is named with its revision, ours and the remedy, and is not changed."""
    with closing(open_database(database_address)) as database:
        with database.write() as connection:
            connection.execute(text("UPDATE alembic_version SET version_num = 'from-the-future'"))
        with pytest.raises(SchemaTooNew, match="from-the-future"):
            upgrade(database)
        try:
            with pytest.raises(SchemaTooNew, match=rf"'from-the-future'.*'{SCHEMA_HEAD}'.*upgrade Casewright"):
                open_database(database_address)
            with database.read() as connection:
                stored = connection.execute(text("SELECT version_num FROM alembic_version")).scalar_one()
            assert stored == "from-the-future"
        finally:
            with database.write() as connection:
                connection.execute(text("UPDATE alembic_version SET version_num = :head"), {"head": SCHEMA_HEAD})


def test_failed_migration_leaves_nothing(bare_address: str) -> None:
    """A migration that fails half-way is undone as a whole."""
    with closing(open_database(bare_address)) as database:
        with database.write() as connection:
            connection.execute(text("CREATE TABLE score_pages (x INTEGER)"))

        with pytest.raises(Unavailable, match="score_pages"):
            upgrade(database)

        assert database.schema_state() == "missing"
        with database.write() as connection:
            connection.execute(text("DROP TABLE score_pages"))
        upgrade(database)
        assert database.schema_state() == "current"


@pytest.mark.parametrize(
    ("revision", "state"), [(None, "missing"), (SCHEMA_HEAD, "current"), ("9999", "newer"), ("", "newer")]
)
def test_revision_stands_beside_ours(revision: str | None, state: str) -> None:
    """No revision is missing, ours is current, and what we don't know is newer."""
    assert state_of(revision) == state
