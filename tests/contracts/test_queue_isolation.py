"""What the run-time role sees of the queue, which has no policies: that a tenant has a job of some id, and no more."""

from __future__ import annotations

from typing import TYPE_CHECKING

import psycopg
import pytest
from psycopg import sql

from casewright.adapters.database.job_events import SqlJobEvents
from casewright.adapters.database.jobs import SqlJobs
from casewright.adapters.database.row_security import OF_NOBODY
from casewright.adapters.jobs.procrastinate_queue import ProcrastinateQueue
from casewright.adapters.jobs.queue_schema import SCHEMA, ensure_schema
from casewright.adapters.vault.sealed_jobs import JobSeals
from casewright.domain.actors import Actor
from casewright.domain.ids import ActorId, MatterId, TenantId
from casewright.tools.jobs.desk import JobDesk
from tests.databases import OWNER, RUN_TIME, as_role, create_owned, migrate
from tests.fakes.governed import Governed
from tests.fakes.plain_tools import greet

if TYPE_CHECKING:
    from collections.abc import Callable

    from casewright.adapters.database.engine import Database

pytestmark = [pytest.mark.postgresql, pytest.mark.requirement("storage-tenants-kept-apart")]
CANARY = "zibelin"
READABLE = (
    "SELECT n.nspname, c.relname, c.relrowsecurity AND c.relforcerowsecurity FROM pg_class c"
    " JOIN pg_namespace n ON n.oid = c.relnamespace WHERE c.relkind IN ('r', 'p', 'v', 'm', 'f')"
    " AND n.nspname NOT IN ('pg_catalog', 'information_schema') AND has_table_privilege(c.oid, 'SELECT')"
    " AND has_schema_privilege(n.oid, 'USAGE') ORDER BY 1, 2"
)


@pytest.fixture
def address(postgresql_socket: str) -> str:
    """A database with everything that a server has, for the run-time role."""
    owner = create_owned(postgresql_socket, "queued")
    ensure_schema(owner)
    migrate(owner)
    assert OWNER in owner
    return as_role(owner, RUN_TIME)


def test_the_queue_tells_of_jobs_only_that_they_are_there(address: str, opened: Callable[..., Database]) -> None:
    """The whole catalogue is walked: what is readable without a policy is the queue's, and says nothing of a call."""
    database, seals, governed = opened(address), JobSeals(b"k" * 32), Governed(greet)
    queue = ProcrastinateQueue(address)
    desk = JobDesk(
        SqlJobs(database, seals),
        SqlJobEvents(database, seals),
        governed.clock,
        registry=lambda: governed.registry,
        private=lambda _tool, _call, _context: False,
        queue=queue,
    )
    made = {}
    for tenant in ("ours", "theirs"):
        actor = Actor(TenantId(tenant), ActorId(f"{CANARY}-person"), f"{CANARY}-role")
        matter = MatterId(f"{CANARY}-matter")
        made[desk.submit_now(actor, "greet", {"name": CANARY}, matter, f"{CANARY} why")] = tenant
    queue.close()

    with psycopg.connect(address) as connection:
        readable = connection.execute(READABLE).fetchall()
        bare = {(schema, table) for schema, table, protected in readable if not protected}
        queued = {table for schema, table in bare if schema == SCHEMA}
        assert {table for schema, table in bare if schema != SCHEMA} == set(OF_NOBODY)
        assert "procrastinate_jobs" in queued
        told = "".join(_all(connection, table) for table in sorted(queued))
        assert CANARY not in told
        assert "greet" not in told
        rows = connection.execute(f"SELECT args FROM {SCHEMA}.procrastinate_jobs".encode()).fetchall()
        assert {one["job"]: one["tenant"] for (one,) in rows} == made
        assert all(set(one) == {"tenant", "job"} for (one,) in rows)
        assert connection.execute("SELECT count(*) FROM jobs").fetchone() == (0,)


def _all(connection: psycopg.Connection[tuple[object, ...]], table: str) -> str:
    """Every row of the queue's table as text."""
    query = sql.SQL("SELECT coalesce(string_agg(t::text, ' '), '') FROM {}.{} t")
    row = connection.execute(query.format(sql.Identifier(SCHEMA), sql.Identifier(table))).fetchone()
    assert row is not None
    return str(row[0])
