"""Jobs and their events in memory."""

from __future__ import annotations

from dataclasses import replace
from threading import RLock
from typing import TYPE_CHECKING

from casewright.domain.jobs import Job, JobEvent, JobId, JobState, after_attempt, next_attempt, state_event, time_for
from casewright.tools.ports.jobs import JobRef

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from datetime import datetime, timedelta

    from casewright.domain.ids import TenantId
    from casewright.domain.jobs import JobResult, Progress
    from casewright.tools.ports.jobs import JobChoice


class MemoryJobs:
    """Fits ``JobStore`` and ``EventLog``."""

    def __init__(self) -> None:
        self.jobs: dict[tuple[TenantId, JobId], Job] = {}
        self.events: dict[tuple[TenantId, JobId], list[JobEvent]] = {}
        self._lock = RLock()

    def add(self, job: Job) -> bool:
        with self._lock:
            if (job.tenant, job.id) in self.jobs:
                return False
            self._put(job, job.created_at)
            return True

    def get(self, tenant: TenantId, job: JobId) -> Job | None:
        return self.jobs.get((tenant, job))

    def listed(
        self, tenant: TenantId, choice: JobChoice, *, limit: int, before: tuple[datetime, str] | None = None
    ) -> Sequence[Job]:
        found = [
            one
            for one in self.jobs.values()
            if one.tenant == tenant
            and choice.owner in (None, one.actor.id)
            and choice.about in (None, one.about)
            and choice.state in (None, one.state)
            and (before is None or (-one.created_at.timestamp(), one.id) > (-before[0].timestamp(), before[1]))
        ]
        return sorted(found, key=lambda one: (-one.created_at.timestamp(), one.id))[:limit]

    def due(self, now: datetime, limit: int) -> Sequence[JobRef]:
        waiting = [one for one in self.jobs.values() if one.state is JobState.QUEUED and one.due <= now]
        return [JobRef(one.tenant, one.id) for one in sorted(waiting, key=lambda one: (one.due, one.id))[:limit]]

    def claim(self, ref: JobRef, worker: str, now: datetime) -> Job | None:
        with self._lock:
            job = self.get(ref.tenant, ref.job)
            if job is None or job.state is not JobState.QUEUED or job.due > now:
                return None
            claimed = replace(
                job,
                state=JobState.DOING,
                attempt=job.attempt + 1,
                worker=worker,
                begun_at=now,
                seen_at=now,
                until=now + time_for(job.limit),
                progress=None,
            )
            self._put(claimed, now)
            return claimed

    def beat(self, ref: JobRef, attempt: int, now: datetime) -> bool | None:
        with self._lock:
            job = self._current(ref, attempt)
            if job is None:
                return None
            self.jobs[ref.tenant, ref.job] = replace(job, seen_at=now)
            return job.cancelling

    def progress(self, ref: JobRef, attempt: int, progress: Progress, now: datetime) -> bool:
        with self._lock:
            job = self._current(ref, attempt)
            if job is None:
                return False
            self.jobs[ref.tenant, ref.job] = replace(job, progress=progress)
            told = {"done": progress.done, "total": progress.total, "note": progress.note}
            self.append(ref, [("progress", told)], now)
            return True

    def finish(self, ref: JobRef, attempt: int, state: JobState, result: JobResult | None, now: datetime) -> bool:
        with self._lock:
            job = self._current(ref, attempt)
            if job is not None:
                self._put(replace(job, state=state, result=result, ended_at=now, until=None), now)
            return job is not None

    def release(self, ref: JobRef, attempt: int, due: datetime, now: datetime) -> bool:
        with self._lock:
            job = self._current(ref, attempt)
            if job is not None:
                self._cut_off(job, now, due)
            return job is not None

    def cancel(self, tenant: TenantId, job: JobId, now: datetime) -> JobState | None:
        with self._lock:
            found = self.get(tenant, job)
            if found is None:
                return None
            if found.state is JobState.QUEUED:
                self._put(replace(found, state=JobState.CANCELLED, ended_at=now), now)
            elif found.state is JobState.DOING:
                self.jobs[tenant, job] = replace(found, cancelling=True)
            return self.jobs[tenant, job].state

    def reap(self, now: datetime, lease: timedelta) -> Sequence[JobRef]:
        with self._lock:
            gone = [
                one
                for one in self.jobs.values()
                if one.state is JobState.DOING and one.seen_at and one.until
                if one.seen_at < now - lease or one.until < now
            ]
            for one in gone:
                self._cut_off(one, now, None)
            return [JobRef(one.tenant, one.id) for one in gone]

    def append(
        self, ref: JobRef, events: Sequence[tuple[str, Mapping[str, object]]], now: datetime, attempt: int | None = None
    ) -> int:
        with self._lock:
            if not events or self.get(ref.tenant, ref.job) is None:
                return 0
            if attempt is not None and self._current(ref, attempt) is None:
                return 0
            told = self.events.setdefault((ref.tenant, ref.job), [])
            told.extend(JobEvent(at, kind, data, now) for at, (kind, data) in enumerate(events, len(told) + 1))
            return len(told)

    def read(self, ref: JobRef, after: int, limit: int) -> Sequence[JobEvent]:
        told = self.events.get((ref.tenant, ref.job), [])
        return [one for one in told if one.seq > after][:limit]

    def prune(self, before: datetime) -> int:
        removed = 0
        for key, told in self.events.items():
            if key not in self.jobs or self.jobs[key].state.final:
                kept = [one for one in told if one.at >= before]
                removed += len(told) - len(kept)
                self.events[key] = kept
        return removed

    def counts(self) -> Mapping[str, int]:
        states = [one.state for one in self.jobs.values()]
        return {state.value: states.count(state) for state in (JobState.QUEUED, JobState.DOING)}

    def forget_ended(self, before: datetime) -> int:
        old = [key for key, one in self.jobs.items() if one.ended_at is not None and one.ended_at < before]
        for key in old:
            del self.jobs[key]
            self.events.pop(key, None)
        return len(old)

    def _current(self, ref: JobRef, attempt: int) -> Job | None:
        job = self.get(ref.tenant, ref.job)
        return job if job is not None and job.state is JobState.DOING and job.attempt == attempt else None

    def _cut_off(self, job: Job, now: datetime, due: datetime | None) -> None:
        state = after_attempt(job.attempt, cancelling=job.cancelling)
        if state is JobState.QUEUED:
            due = due or next_attempt(now, job.attempt)
            self._put(replace(job, state=state, worker=None, until=None, due=due), now)
        else:
            self._put(replace(job, state=state, until=None, ended_at=now), now)

    def _put(self, job: Job, now: datetime) -> None:
        self.jobs[job.tenant, job.id] = job
        status = None if job.result is None else job.result.status
        self.append(JobRef(job.tenant, job.id), [state_event(job.state, job.attempt, status)], now)
