"""On PostgreSQL a worker of another process is told of a job, and holds nothing of it but its name."""

from __future__ import annotations

import asyncio

import psycopg
import pytest

from casewright.adapters.jobs.procrastinate_queue import ProcrastinateListener, ProcrastinateQueue
from casewright.adapters.jobs.queue_schema import ensure_schema
from casewright.domain.ids import TenantId
from casewright.domain.jobs import JobId
from casewright.tools.ports.jobs import JobRef
from tests.databases import create_postgresql

REF = JobRef(TenantId("ours"), JobId("j1"))

pytestmark = pytest.mark.postgresql


@pytest.fixture
def address(postgresql_socket: str) -> str:
    """A database with the queue's schema and nothing else."""
    made = create_postgresql(postgresql_socket, "queue")
    ensure_schema(made)
    return made


def test_a_listener_is_told(address: str) -> None:
    """Within a moment of the put, once; and nothing of it stays."""
    queue, heard = ProcrastinateQueue(address), []

    async def listen() -> float:
        listener, told = ProcrastinateListener(address), asyncio.Event()

        async def offer(ref: JobRef) -> None:
            heard.append(ref)
            told.set()

        listener.start(offer, 2)
        await asyncio.sleep(1.0)
        since = asyncio.get_running_loop().time()
        await asyncio.to_thread(queue.put, REF)
        await asyncio.wait_for(told.wait(), 10)
        took = asyncio.get_running_loop().time() - since
        await asyncio.sleep(0.5)
        await listener.stop()
        return took

    took = asyncio.run(listen())
    queue.close()

    assert heard == [REF]
    assert took < 2.0, "it looks by itself every five seconds only"
    with psycopg.connect(address) as connection:
        assert connection.execute("SELECT count(*) FROM procrastinate.procrastinate_jobs").fetchone() == (0,)


def test_only_tenant_and_id_are_queued(address: str) -> None:
    """What stands in the queue's table says nothing of a call."""
    queue = ProcrastinateQueue(address)
    queue.put(REF)
    queue.close()

    with psycopg.connect(address) as connection:
        rows = connection.execute("SELECT args FROM procrastinate.procrastinate_jobs").fetchall()
    assert rows == [({"tenant": "ours", "job": "j1"},)]


def test_tables_of_another_version_are_made_anew(address: str) -> None:
    """The queue carries nothing that would have to be kept; made by this version, it stays."""
    queue = ProcrastinateQueue(address)
    queue.put(REF)
    queue.close()
    count = "SELECT count(*) FROM procrastinate.procrastinate_jobs"

    ensure_schema(address)
    with psycopg.connect(address) as connection:
        assert connection.execute(count).fetchone() == (1,)
        connection.execute("COMMENT ON SCHEMA procrastinate IS 'another'")
    ensure_schema(address)
    with psycopg.connect(address) as connection:
        assert connection.execute(count).fetchone() == (0,)


def test_a_queue_that_is_not_there_stops_nobody(postgresql_socket: str) -> None:
    """A put is heard by nobody where the tables are missing, and raises nothing."""
    queue = ProcrastinateQueue(create_postgresql(postgresql_socket, "no_queue"))
    queue.put(REF)
    queue.close()
