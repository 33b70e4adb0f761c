"""Jobs in a SQL database. What they ask, how far they came and what came of them stand there sealed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import and_, delete, func, literal, or_, select, update

from casewright.adapters.database.job_events import append_events
from casewright.adapters.database.job_rows import job_of, job_row, sealed_progress, sealed_result
from casewright.adapters.database.row_security import ENDED_JOBS
from casewright.adapters.database.statements import insert_into
from casewright.adapters.database.tables import jobs, journal
from casewright.domain.ids import TenantId
from casewright.domain.jobs import JobId, JobState, after_attempt, next_attempt, state_event, time_for
from casewright.tools.ports.jobs import JobRef
from casewright.tools.tenancy import acting_in

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from datetime import datetime, timedelta

    from sqlalchemy import ColumnElement, Connection, Row, Select

    from casewright.adapters.database.engine import Database
    from casewright.domain.jobs import Job, JobResult, Progress
    from casewright.tools.ports.jobs import JobChoice, JobSealing

_jobs = jobs.jobs
_events = jobs.job_events
_journal = journal.call_journal
_OPEN = (JobState.QUEUED.value, JobState.DOING.value)
_AT_ONCE = 100


class SqlJobs:
    """Fits ``tools.ports.jobs.JobStore``."""

    def __init__(self, database: Database, sealing: JobSealing) -> None:
        self._database = database
        self._sealing = sealing

    def add(self, job: Job) -> bool:
        """Store a new, queued job. False, and nothing is stored, where there is one of that id."""
        ref = JobRef(job.tenant, job.id)
        with self._database.write() as connection:
            statement = insert_into(connection, _jobs).values(job_row(job, self._sealing)).on_conflict_do_nothing()
            if connection.execute(statement.returning(_jobs.c.id)).one_or_none() is None:
                return False
            self._tell(connection, ref, job.created_at, JobState.QUEUED, attempt=0)
        return True

    def get(self, tenant: TenantId, job: JobId) -> Job | None:
        """The job, None where the tenant has none of that id."""
        with self._database.read() as connection:
            row = connection.execute(_one(JobRef(tenant, job))).one_or_none()
        return None if row is None else job_of(row, self._sealing)

    def listed(
        self, tenant: TenantId, choice: JobChoice, *, limit: int, before: tuple[datetime, str] | None = None
    ) -> Sequence[Job]:
        """The chosen jobs, newest first."""
        query = select(_jobs).where(_jobs.c.tenant_id == tenant)
        if choice.owner is not None:
            query = query.where(_jobs.c.actor_id == choice.owner)
        if choice.about is not None:
            query = query.where(_jobs.c.matter_id == choice.about)
        if choice.state is not None:
            query = query.where(_jobs.c.state == choice.state.value)
        if before is not None:
            at, last = before
            same = and_(_jobs.c.created_at == at, _jobs.c.id > last)
            query = query.where(or_(_jobs.c.created_at < at, same))
        with self._database.read() as connection:
            rows = connection.execute(query.order_by(_jobs.c.created_at.desc(), _jobs.c.id).limit(limit)).all()
        return [job_of(row, self._sealing) for row in rows]

    def due(self, now: datetime, limit: int) -> Sequence[JobRef]:
        """Jobs of any tenant that may be claimed at this time, oldest first."""
        waits = (_jobs.c.state == JobState.QUEUED.value) & (_jobs.c.due_at <= now)
        columns = (_jobs.c.tenant_id, _jobs.c.id, _jobs.c.due_at)
        query = select(*columns).where(waits).order_by(_jobs.c.due_at, _jobs.c.id).limit(limit)
        rows: list[Row[tuple[str, str, datetime]]] = []
        for tenant in self._database.tenants(_jobs):
            with acting_in(tenant), self._database.read() as connection:
                rows += connection.execute(query.where(_jobs.c.tenant_id == tenant))
        return [_ref(row) for row in sorted(rows, key=lambda row: (row.due_at, row.id))[:limit]]

    def claim(self, ref: JobRef, worker: str, now: datetime) -> Job | None:
        """Take the job, where it waits and is due."""
        with acting_in(ref.tenant), self._database.write() as connection:
            found = connection.execute(_one(ref).where(_jobs.c.due_at <= now).with_for_update()).one_or_none()
            if found is None or found.state != JobState.QUEUED.value:
                return None
            job = job_of(found, self._sealing)
            values = {
                "state": JobState.DOING.value,
                "attempt": job.attempt + 1,
                "worker": worker,
                "begun_at": now,
                "seen_at": now,
                "until": now + time_for(job.limit),
                "progress": None,
            }
            connection.execute(update(_jobs).where(_is(ref)).values(values))
            self._tell(connection, ref, now, JobState.DOING, attempt=job.attempt + 1)
            return job_of(connection.execute(_one(ref)).one(), self._sealing)

    def beat(self, ref: JobRef, attempt: int, now: datetime) -> bool | None:
        """Say that its worker is alive. Whether it is to be cancelled; None where the attempt is not current."""
        mark = update(_jobs).where(_current(ref, attempt)).values(seen_at=now).returning(_jobs.c.cancelling)
        with acting_in(ref.tenant), self._database.write() as connection:
            found = connection.execute(mark).one_or_none()
        return None if found is None else bool(found[0])

    def progress(self, ref: JobRef, attempt: int, progress: Progress, now: datetime) -> bool:
        """Keep how far it came, and tell it; False where the attempt is not the current one."""
        sealed = sealed_progress(ref, progress, self._sealing)
        with acting_in(ref.tenant), self._database.write() as connection:
            kept = connection.execute(update(_jobs).where(_current(ref, attempt)).values(progress=sealed))
            if kept.rowcount != 1:
                return False
            told = {"done": progress.done, "total": progress.total, "note": progress.note}
            append_events(connection, self._sealing, ref, [("progress", told)], now)
        return True

    def finish(self, ref: JobRef, attempt: int, state: JobState, result: JobResult | None, now: datetime) -> bool:
        """Keep how it ended; False, and nothing is kept, where the attempt is not the current one."""
        with acting_in(ref.tenant), self._database.write() as connection:
            return self._end(connection, ref, _current(ref, attempt), now, state, attempt=attempt, result=result)

    def release(self, ref: JobRef, attempt: int, due: datetime, now: datetime) -> bool:
        """Put it back, for the next attempt; after the last one it is lost."""
        with acting_in(ref.tenant), self._database.write() as connection:
            query = _one(ref).where(_current(ref, attempt)).with_for_update()
            row = connection.execute(query).one_or_none()
            if row is None:
                return False
            self._cut_off(connection, row, now, due)
        return True

    def cancel(self, tenant: TenantId, job: JobId, now: datetime) -> JobState | None:
        """Cancel it where it waits, or ask its worker to. The state it is in then; None where there is no such job."""
        ref = JobRef(tenant, job)
        with self._database.write() as connection:
            row = connection.execute(_one(ref).with_for_update()).one_or_none()
            if row is None:
                return None
            state = JobState(row.state)
            if state is JobState.QUEUED:
                self._end(connection, ref, _is(ref), now, JobState.CANCELLED, attempt=row.attempt)
                return JobState.CANCELLED
            if state is JobState.DOING:
                connection.execute(update(_jobs).where(_is(ref)).values(cancelling=True))
        return state

    def reap(self, now: datetime, lease: timedelta) -> Sequence[JobRef]:
        """Take jobs away from workers that were not heard of for ``lease``, or that work longer than their limit."""
        gone = or_(_jobs.c.seen_at < now - lease, _jobs.c.until < now)
        reaped: list[JobRef] = []
        for tenant in self._database.tenants(_jobs):
            query = select(_jobs).where(_jobs.c.tenant_id == tenant, _jobs.c.state == JobState.DOING.value, gone)
            with acting_in(tenant):
                reaped += self._reap(query, now)
        return reaped

    def counts(self) -> Mapping[str, int]:
        """How many jobs of all tenants wait and run, by state."""
        counts = dict.fromkeys(_OPEN, 0)
        for tenant in self._database.tenants(_jobs):
            query = select(_jobs.c.state, func.count()).where(_jobs.c.tenant_id == tenant, _jobs.c.state.in_(_OPEN))
            with acting_in(tenant), self._database.read() as connection:
                for state, count in connection.execute(query.group_by(_jobs.c.state)):
                    counts[state] += count
        return counts

    def forget_ended(self, before: datetime) -> int:
        """Remove jobs that ended before this time, with their events; how many there were."""
        return sum(self._forget_ended(tenant, before) for tenant in self._database.tenants(_jobs, ENDED_JOBS))

    def _forget_ended(self, tenant: TenantId, before: datetime) -> int:
        key = literal("job:") + _jobs.c.id
        open_call = select(_journal.c.key).where(
            _journal.c.tenant_id == tenant, _journal.c.key == key, _journal.c.status.is_(None)
        )
        old = select(_jobs.c.id).where(
            _jobs.c.tenant_id == tenant,
            _jobs.c.state.not_in(_OPEN),
            _jobs.c.ended_at < before,
            ~open_call.exists(),
        )
        removed = 0
        while True:
            with acting_in(tenant), self._database.write() as connection:
                ids = list(connection.execute(old.limit(_AT_ONCE)).scalars())
                for table, column in ((_events, _events.c.job_id), (_jobs, _jobs.c.id)):
                    connection.execute(delete(table).where(table.c.tenant_id == tenant, column.in_(ids)))
            removed += len(ids)
            if len(ids) < _AT_ONCE:
                return removed

    def _reap(self, query: Select[*tuple[object, ...]], now: datetime) -> Sequence[JobRef]:
        with self._database.read() as connection:
            if connection.execute(query.limit(1)).first() is None:
                return []
        with self._database.write() as connection:
            rows = connection.execute(query.limit(_AT_ONCE).with_for_update(skip_locked=True)).all()
            for row in rows:
                self._cut_off(connection, row, now, None)
        return [_ref(row) for row in rows]

    def _cut_off(
        self, connection: Connection, row: Row[*tuple[object, ...]], now: datetime, due: datetime | None
    ) -> None:
        """What becomes of a job whose attempt did not come to its end: another one, or none."""
        ref = _ref(row)
        state = after_attempt(row.attempt, cancelling=row.cancelling)
        if state is not JobState.QUEUED:
            self._end(connection, ref, _is(ref), now, state, attempt=row.attempt)
            return
        waits = {"state": state.value, "worker": None, "until": None, "due_at": due or next_attempt(now, row.attempt)}
        connection.execute(update(_jobs).where(_is(ref)).values(waits))
        self._tell(connection, ref, now, state, attempt=row.attempt)

    def _end(
        self,
        connection: Connection,
        ref: JobRef,
        which: ColumnElement[bool],
        now: datetime,
        state: JobState,
        *,
        attempt: int,
        result: JobResult | None = None,
    ) -> bool:
        values: dict[str, object] = {"state": state.value, "ended_at": now, "until": None}
        if result is not None:
            values |= {"status": result.status, "result": sealed_result(ref, result, self._sealing)}
        if connection.execute(update(_jobs).where(which).values(values)).rowcount != 1:
            return False
        self._tell(connection, ref, now, state, attempt=attempt, status=None if result is None else result.status)
        return True

    def _tell(
        self,
        connection: Connection,
        ref: JobRef,
        now: datetime,
        state: JobState,
        *,
        attempt: int,
        status: str | None = None,
    ) -> None:
        append_events(connection, self._sealing, ref, [state_event(state, attempt, status)], now)


def _one(ref: JobRef) -> Select[*tuple[object, ...]]:
    return select(_jobs).where(_is(ref))


def _is(ref: JobRef) -> ColumnElement[bool]:
    return and_(_jobs.c.tenant_id == ref.tenant, _jobs.c.id == ref.job)


def _current(ref: JobRef, attempt: int) -> ColumnElement[bool]:
    """Where this attempt is the one that is worked on: the fence."""
    return and_(_is(ref), _jobs.c.state == JobState.DOING.value, _jobs.c.attempt == attempt)


def _ref(row: Row[*tuple[object, ...]]) -> JobRef:
    return JobRef(TenantId(row.tenant_id), JobId(row.id))
