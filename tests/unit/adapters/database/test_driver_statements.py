"""Statements given to SQLite's driver: stored and read as SQLAlchemy would, in the connection's own transaction."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from sqlalchemy import bindparam, select

from casewright.adapters.database.driver_statements import DriverStatement
from casewright.adapters.database.tables import journal
from casewright.errors import StorageBusy, Unavailable
from tests.fakes.fixed_clock import START

if TYPE_CHECKING:
    from casewright.adapters.database.engine import Database

_table = journal.call_journal
_ADD = DriverStatement(_table.insert())
_FIND = DriverStatement(select(_table.c.key, _table.c.begun_at).where(_table.c.tenant_id == bindparam("tenant")))
ROW = {
    **dict.fromkeys(column.name for column in _table.c),
    "tenant_id": "ours",
    "actor_id": "ann",
    "person_id": "",
    "key": "1",
    "fingerprint": "f",
    "tool": "t",
    "begun_at": START,
}
STRANGE = "ș \x00 \ud800 \x1a"


def test_values_are_stored_as_the_columns_say(database: Database) -> None:
    """Text of any characters and times are what SQLAlchemy reads back, on every database."""
    with database.write() as connection:
        _ADD.run(connection, {**ROW, "key": STRANGE}, ROW)
    with database.read() as connection:
        found = connection.execute(select(_table.c.key, _table.c.begun_at).order_by(_table.c.fingerprint)).all()
        assert _FIND.first(connection, {"tenant": "nobody"}) is None
        assert _FIND.first(connection, {"tenant": "ours"}) is not None
    assert {tuple(one) for one in found} == {(STRANGE, START), ("1", START)}


def test_it_is_undone_with_its_transaction(database: Database) -> None:
    """What it wrote is gone where the transaction ends in an error."""

    class Stopped(Exception):
        """Stands for whatever goes wrong after it."""

    def write() -> None:
        with database.write() as connection:
            _ADD.run(connection, ROW)
            raise Stopped

    with pytest.raises(Stopped):
        write()
    with database.read() as connection:
        assert _FIND.first(connection, {"tenant": "ours"}) is None


def test_failure_is_one_of_ours(database: Database) -> None:
    """What the driver raises comes out as an error that says what to do."""

    def write_twice() -> None:
        with database.write() as connection:
            _ADD.run(connection, ROW)
            _ADD.run(connection, ROW)

    with pytest.raises(Unavailable) as failed:
        write_twice()
    assert not isinstance(failed.value, StorageBusy)
