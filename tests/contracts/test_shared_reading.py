"""Reads that share a transaction: each sees what is committed by then, of its own tenant, and none spoils another's."""

from __future__ import annotations

from contextlib import closing
from typing import TYPE_CHECKING

import pytest
from sqlalchemy import text

from casewright.adapters.database.engine import open_database
from casewright.adapters.database.matters import SqlMatters
from casewright.domain.ids import ActorId, TenantId
from casewright.domain.matters import MatterKind
from casewright.errors import Unavailable
from casewright.tools.tenancy import acting_in
from tests.databases import DATABASES
from tests.fakes.fixed_clock import START

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from casewright.adapters.database.engine import Database

OURS, THEIRS = TenantId("ours"), TenantId("theirs")


@pytest.fixture(params=DATABASES)
def plain(request: pytest.FixtureRequest, new_address: Callable[[str], str]) -> Iterator[Database]:
    """A database of each kind, as the run-time role has it: nobody sets a tenant but whoever acts in it."""
    with closing(open_database(new_address(request.param))) as database:
        yield database


def add(database: Database, tenant: TenantId) -> None:
    """A matter of the tenant's."""
    with acting_in(tenant):
        SqlMatters(database).create(
            tenant,
            title="Smith v. Jones",
            description="",
            kind=MatterKind.MATTER,
            jurisdiction=None,
            created_by=ActorId("ann"),
            at=START,
        )


def seen(database: Database) -> int:
    """How many matters whoever acts now sees, whatever is asked for."""
    with database.read() as connection:
        return int(connection.execute(text("SELECT count(*) FROM matters")).scalar_one())


def test_each_part_sees_what_is_committed_by_then(plain: Database) -> None:
    """What another transaction commits between two parts is there for the second: so who was let in is out."""
    with plain.sharing() as part:
        with acting_in(OURS), part():
            assert seen(plain) == 0
        add(plain, OURS)
        with acting_in(OURS), part():
            assert seen(plain) == 1


def test_each_part_sees_its_own_tenant_alone(plain: Database) -> None:
    """Parts of two tenants follow each other on one connection, and one that acts in no tenant sees nothing."""
    if plain.dialect == "sqlite":
        pytest.skip("SQLite keeps no rows from anybody: queries name their tenant")
    add(plain, OURS)
    add(plain, THEIRS)
    add(plain, THEIRS)
    counts = []
    with plain.sharing() as part:
        for tenant in (OURS, THEIRS, None, OURS):
            with acting_in(tenant), part():
                counts.append(seen(plain))
    assert counts == [1, 2, 0, 1]


def test_a_part_that_fails_spoils_no_other(plain: Database) -> None:
    """After a statement failed, the next part reads as before."""
    add(plain, OURS)

    def fail() -> None:
        with acting_in(OURS), plain.read() as connection:
            connection.execute(text("SELECT nothing FROM nowhere"))

    with plain.sharing() as part:
        for _ in range(2):
            with part(), pytest.raises(Unavailable):
                fail()
            with acting_in(OURS), part():
                assert seen(plain) == 1


def test_parts_share_a_transaction_where_that_is_dear(plain: Database) -> None:
    """On PostgreSQL parts are of one transaction, and what is read outside of them is not."""
    if plain.dialect == "sqlite":
        pytest.skip("a transaction of SQLite's sees no later commit, so nothing is shared")
    times = []

    def look() -> None:
        with plain.read() as connection:
            times.append(connection.execute(text("SELECT now()")).scalar_one())

    with plain.sharing() as part:
        look()
        for tenant in (OURS, THEIRS):
            with acting_in(tenant), part():
                look()
    assert times[1] == times[2] != times[0]
