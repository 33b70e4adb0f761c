"""What was told of jobs, in a SQL database: numbered by a counter that stands with each job."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import delete, select, update

from casewright.adapters.database.json_columns import dump_json, load_json
from casewright.adapters.database.tables import jobs
from casewright.domain.jobs import JobEvent, JobState
from casewright.tools.tenancy import acting_in

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from datetime import datetime

    from sqlalchemy import Connection

    from casewright.adapters.database.engine import Database
    from casewright.tools.ports.jobs import JobRef, JobSealing

    Told = tuple[str, Mapping[str, object]]

_jobs = jobs.jobs
_events = jobs.job_events
_OPEN = (JobState.QUEUED.value, JobState.DOING.value)


class SqlJobEvents:
    """Fits ``tools.ports.jobs.EventLog``."""

    def __init__(self, database: Database, sealing: JobSealing) -> None:
        self._database = database
        self._sealing = sealing

    def append(self, ref: JobRef, events: Sequence[Told], now: datetime, attempt: int | None = None) -> int:
        """Store the events together; the last one's number, 0 where they are not taken."""
        with acting_in(ref.tenant), self._database.write() as connection:
            return append_events(connection, self._sealing, ref, events, now, attempt)

    def read(self, ref: JobRef, after: int, limit: int) -> Sequence[JobEvent]:
        """The events with a number above ``after``, in order."""
        mine = (_events.c.tenant_id == ref.tenant) & (_events.c.job_id == ref.job)
        query = select(_events).where(mine, _events.c.seq > after).order_by(_events.c.seq).limit(limit)
        with acting_in(ref.tenant), self._database.read() as connection:
            rows = connection.execute(query).all()
        return [
            JobEvent(
                row.seq,
                row.kind,
                load_json(self._sealing.open(ref.tenant, _place(ref, row.seq), bytes(row.data))),
                row.told_at,
            )
            for row in rows
        ]

    def prune(self, before: datetime) -> int:
        """Remove events that are older, of jobs that have ended; how many there were."""
        running = select(_jobs.c.id).where(
            _jobs.c.tenant_id == _events.c.tenant_id, _jobs.c.id == _events.c.job_id, _jobs.c.state.in_(_OPEN)
        )
        removed = 0
        for tenant in self._database.tenants(_events):
            old = delete(_events).where(_events.c.tenant_id == tenant, _events.c.told_at < before, ~running.exists())
            with acting_in(tenant), self._database.write() as connection:
                removed += connection.execute(old).rowcount
        return removed


def append_events(
    connection: Connection,
    sealing: JobSealing,
    ref: JobRef,
    events: Sequence[Told],
    now: datetime,
    attempt: int | None = None,
) -> int:
    """Number the events and store them, in the connection's transaction; the last number, 0 where they are not taken.

    The job's row is locked by its counter until the transaction ends, so numbers are seen in their order.
    """
    if not events:
        return 0
    counted = (
        update(_jobs)
        .where(_jobs.c.tenant_id == ref.tenant, _jobs.c.id == ref.job)
        .values(events=_jobs.c.events + len(events))
        .returning(_jobs.c.events, _jobs.c.matter_id)
    )
    if attempt is not None:
        counted = counted.where(_jobs.c.state == JobState.DOING.value, _jobs.c.attempt == attempt)
    found = connection.execute(counted).one_or_none()
    if found is None:
        return 0
    last = int(found[0])
    rows = [
        {
            "tenant_id": ref.tenant,
            "job_id": ref.job,
            "seq": seq,
            "matter_id": found[1],
            "kind": kind,
            "data": sealing.seal(ref.tenant, _place(ref, seq), dump_json(dict(data))),
            "told_at": now,
        }
        for seq, (kind, data) in enumerate(events, last - len(events) + 1)
    ]
    connection.execute(_events.insert(), rows)
    return last


def _place(ref: JobRef, seq: int) -> str:
    return f"job/{ref.job}/event/{seq}"
