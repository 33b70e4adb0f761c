"""A job: one tool call that is made later, by a worker, and what became of it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from enum import StrEnum
from typing import TYPE_CHECKING, NewType

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import datetime

    from casewright.domain.actors import Actor
    from casewright.domain.ids import MatterId, TenantId

JobId = NewType("JobId", str)

ATTEMPTS = 3
"""How often a job is begun; where the last attempt is cut off, too, it is lost."""

MARGIN = 30.0
"""Seconds, at most, that an attempt lasts beyond the time that its call may take."""


class JobState(StrEnum):
    """Where a job stands. ``queued`` and ``doing`` lead on, the others are final."""

    QUEUED = "queued"
    DOING = "doing"
    DONE = "done"
    CANCELLED = "cancelled"
    LOST = "lost"

    @property
    def final(self) -> bool:
        """Whether nothing follows."""
        return self not in (JobState.QUEUED, JobState.DOING)


@dataclass(frozen=True, slots=True)
class JobResult:
    """How the job's call ended, as it was told; ``structured`` is JSON text."""

    status: str
    content: str
    structured: str
    error: str | None = None
    error_kind: str | None = None
    audit_seq: int | None = None
    approval: str | None = None


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a job came: ``done`` of ``total``, which is None where nobody knows."""

    done: int
    total: int | None = None
    note: str = ""


@dataclass(frozen=True, slots=True)
class Job:
    """One call that a worker makes as ``actor``, and where it stands.

    ``arguments`` is their JSON text. ``matter`` confines the call; ``about`` is the matter that it works in, which it
    goes with when that is deleted. ``private``: its arguments may hold personal data, and are shown to nobody.
    ``limit`` is how many seconds its call may take (``time_for``). ``attempt`` counts how often it was claimed, and is
    the fencing token: whoever holds an older one writes nothing any more. ``due`` is the time before which nobody
    claims it. ``until`` is the time at which it is taken away from whoever works on it. ``retries`` is the job that it
    repeats.
    """

    id: JobId
    actor: Actor
    tool: str
    arguments: str
    created_at: datetime
    due: datetime
    matter: MatterId | None = None
    about: MatterId | None = None
    why: str | None = None
    private: bool = False
    limit: float = 3600.0
    retries: JobId | None = None
    state: JobState = JobState.QUEUED
    attempt: int = 0
    worker: str | None = None
    begun_at: datetime | None = None
    seen_at: datetime | None = None
    until: datetime | None = None
    ended_at: datetime | None = None
    cancelling: bool = False
    progress: Progress | None = None
    result: JobResult | None = None

    @property
    def tenant(self) -> TenantId:
        """The actor's tenant."""
        return self.actor.tenant

    @property
    def failed(self) -> bool:
        """Whether its call ended, and not well."""
        return self.state is JobState.DONE and (self.result is None or self.result.status != "success")


@dataclass(frozen=True, slots=True)
class JobEvent:
    """One thing that was told of a job; ``seq`` counts from 1 without a gap, ``data`` is plain JSON data."""

    seq: int
    kind: str
    data: Mapping[str, object]
    at: datetime


def time_for(limit: float) -> timedelta:
    """How long an attempt lasts at most: the time that its call may take, as much again, but no more than 30 seconds.

    Beyond ``limit`` the call is given up by whoever makes it; beyond this it hangs, and is taken away.
    """
    return timedelta(seconds=limit + min(limit, MARGIN))


def after_attempt(attempt: int, *, cancelling: bool) -> JobState:
    """What a job is whose attempt was cut off: it waits for the next one, or there is none."""
    if cancelling:
        return JobState.CANCELLED
    return JobState.QUEUED if attempt < ATTEMPTS else JobState.LOST


def next_attempt(now: datetime, attempt: int) -> datetime:
    """When the job is due again after this attempt was cut off: 2, 8, 32 seconds later."""
    return now + timedelta(seconds=2 * 4 ** (max(attempt, 1) - 1))


def state_event(state: JobState, attempt: int, status: str | None = None) -> tuple[str, Mapping[str, object]]:
    """The kind and the data of the event that tells of a state."""
    return "state", {"state": state.value, "attempt": attempt, "status": status}
