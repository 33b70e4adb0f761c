"""Where jobs wait, what became of them, and what was told meanwhile."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from datetime import datetime, timedelta

    from casewright.domain.ids import ActorId, MatterId, TenantId
    from casewright.domain.jobs import Job, JobEvent, JobId, JobResult, JobState, Progress


@dataclass(frozen=True, slots=True)
class JobRef:
    """Which job of which tenant."""

    tenant: TenantId
    job: JobId


@dataclass(frozen=True, slots=True)
class JobChoice:
    """Which jobs of a tenant are listed; None takes all."""

    owner: ActorId | None = None
    about: MatterId | None = None
    state: JobState | None = None


class JobSealing(Protocol):
    """Turns texts into bytes that say nothing without a key, each bound to its tenant and its place."""

    def seal(self, tenant: TenantId, place: str, text: str) -> bytes:
        """The text, encrypted."""
        ...

    def open(self, tenant: TenantId, place: str, sealed: bytes) -> str:
        """The text that was sealed there. Raises ``IntegrityError`` where the bytes were changed or moved."""
        ...


class JobStore(Protocol):
    """Jobs of all tenants. Each change of state tells a ``state`` event in the same transaction (``EventLog``)."""

    def add(self, job: Job) -> bool:
        """Store a new, queued job. False, and nothing is stored, where there is one of that id."""
        ...

    def get(self, tenant: TenantId, job: JobId) -> Job | None:
        """The job, None where the tenant has none of that id."""
        ...

    def listed(
        self, tenant: TenantId, choice: JobChoice, *, limit: int, before: tuple[datetime, str] | None = None
    ) -> Sequence[Job]:
        """The chosen jobs, newest first; ``before`` are time and id of the job that the last page ended with."""
        ...

    def due(self, now: datetime, limit: int) -> Sequence[JobRef]:
        """Jobs of any tenant that may be claimed at this time, oldest first."""
        ...

    def claim(self, ref: JobRef, worker: str, now: datetime) -> Job | None:
        """Take the job, where it waits and is due: it is ``doing``, its attempt one higher.

        Of any number who try at once, in whatever process, exactly one gets it.
        """
        ...

    def beat(self, ref: JobRef, attempt: int, now: datetime) -> bool | None:
        """Say that its worker is alive. Whether it is to be cancelled; None where the attempt is not current."""
        ...

    def progress(self, ref: JobRef, attempt: int, progress: Progress, now: datetime) -> bool:
        """Keep how far it came, and tell it; False where the attempt is not the current one."""
        ...

    def finish(self, ref: JobRef, attempt: int, state: JobState, result: JobResult | None, now: datetime) -> bool:
        """Keep how it ended; False, and nothing is kept, where the attempt is not the current one."""
        ...

    def release(self, ref: JobRef, attempt: int, due: datetime, now: datetime) -> bool:
        """Put it back, for the next attempt; after the last one it is lost. False where the attempt is not current."""
        ...

    def cancel(self, tenant: TenantId, job: JobId, now: datetime) -> JobState | None:
        """Cancel it where it waits, or ask its worker to. The state it is in then; None where there is no such job."""
        ...

    def reap(self, now: datetime, lease: timedelta) -> Sequence[JobRef]:
        """Take jobs away from workers that were not heard of for ``lease``, or that work longer than their limit.

        They wait for the next attempt (``backoff``), are lost after the last, or cancelled where that was asked for.
        Those that changed come back.
        """
        ...

    def counts(self) -> Mapping[str, int]:
        """How many jobs of all tenants wait and run, by state."""
        ...

    def forget_ended(self, before: datetime) -> int:
        """Remove jobs that ended before this time, with their events; how many there were.

        One whose call has an outcome that is not known stays until that is resolved.
        """
        ...


class EventLog(Protocol):
    """What was told of jobs, numbered from 1 for each job, in the order in which it was told."""

    def append(
        self, ref: JobRef, events: Sequence[tuple[str, Mapping[str, object]]], now: datetime, attempt: int | None = None
    ) -> int:
        """Store the events, each a kind and its data, together; the last one's number.

        0, and nothing is stored, where there is no such job, or ``attempt`` is not the one that is worked on.
        """
        ...

    def read(self, ref: JobRef, after: int, limit: int) -> Sequence[JobEvent]:
        """The events with a number above ``after``, in order."""
        ...

    def prune(self, before: datetime) -> int:
        """Remove events that are older, of jobs that have ended; how many there were."""
        ...


class JobQueue(Protocol):
    """Tells workers of other processes of jobs. What it loses they find by themselves, later."""

    def put(self, ref: JobRef) -> None:
        """There is something to do about this job. Never raises."""
        ...
