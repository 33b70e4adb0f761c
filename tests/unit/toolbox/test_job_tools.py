"""People see and change their own jobs; an ADMIN sees that others are there, and none of their words."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import Any

import pytest

from casewright.bootstrap.policies import shipped_policy
from casewright.domain.actors import Actor
from casewright.domain.ids import ActorId, TenantId
from casewright.domain.jobs import JobId, JobResult, JobState
from casewright.policy.policy import compile_policy
from casewright.toolbox.jobs.cancel_job import cancel_job
from casewright.toolbox.jobs.list_jobs import list_jobs
from casewright.toolbox.jobs.retry_job import retry_job
from casewright.toolbox.jobs.show_job import show_job
from casewright.tools.calls import CallContext, SafetyLevel, Status, ToolResult
from casewright.tools.definition import tool
from casewright.tools.jobs.desk import JobDesk
from casewright.tools.ports.jobs import JobRef
from tests.fakes.fixed_clock import FixedClock
from tests.fakes.governed import TENANT, Governed
from tests.fakes.memory_jobs import MemoryJobs

ADA = Actor(TENANT, ActorId("ada"), "ADMIN")
BEN = Actor(TENANT, ActorId("ben"), "PARTNER")
CLEO = Actor(TENANT, ActorId("cleo"), "CLIENT")
STRANGER = Actor(TenantId("theirs"), ActorId("ben"), "ADMIN")


@tool(safety_level=SafetyLevel.SAFE)
def greet(name: str) -> str:
    """Greet somebody."""
    return f"Hello {name}"


class Office:
    """The tools of jobs over jobs in memory, under the shipped policy."""

    def __init__(self) -> None:
        self.store = MemoryJobs()
        self.clock = FixedClock()
        self.desk = JobDesk(
            self.store,
            self.store,
            self.clock,
            registry=lambda: self._of_jobs,
            private=lambda _tool, call, _context: call.arguments.get("name") == "Popescu",
        )
        tools = (
            list_jobs(jobs=self.store),
            show_job(desk=self.desk),
            cancel_job(desk=self.desk),
            retry_job(desk=self.desk),
        )
        self.governed = Governed(*tools, policy=compile_policy(shipped_policy()))
        self._of_jobs = Governed(greet).registry

    def ask(self, actor: Actor = BEN, name: str = "Ion") -> JobId:
        """A job of the actor's; each a second after the one before."""
        self.clock.advance(seconds=1)
        return self.desk.submit_now(actor, "greet", {"name": name}, why="to be polite")

    def end(self, job: JobId, status: str = "success", state: JobState = JobState.DONE) -> None:
        """Have a worker end it so."""
        ref = JobRef(TENANT, job)
        claimed = self.store.claim(ref, "w", self.clock.now())
        assert claimed is not None
        result = JobResult(status, "Hello", '"Hello"', audit_seq=3)
        assert self.store.finish(ref, 1, state, result, self.clock.now())

    def call(self, tool_: str, by: Actor, **arguments: object) -> ToolResult:
        """One call."""
        return self.governed.call(tool_, arguments, CallContext(by))

    def listed(self, by: Actor, **arguments: object) -> list[str]:
        """The ids of the jobs that are listed."""
        found: Any = self.call("list_jobs", by, **arguments).structured
        return [one["job_id"] for one in found["jobs"]]


def test_people_see_their_own() -> None:
    """Newest first and page by page; ADMIN sees everybody's, or their own alone, and no other tenant's."""
    office = Office()
    mine = [office.ask() for _ in range(3)]
    admins, theirs = office.ask(ADA), office.ask(STRANGER)

    assert office.listed(BEN) == mine[::-1]
    assert office.listed(CLEO) == []
    assert office.listed(ADA) == [admins, *mine[::-1]]
    assert office.listed(ADA, mine=True) == [admins]
    page: Any = office.call("list_jobs", BEN, limit=2).structured
    assert office.listed(BEN, cursor=page["next_cursor"]) == mine[:1]
    assert office.listed(STRANGER) == [theirs]


@pytest.mark.parametrize("tool_", ["show_job", "cancel_job", "retry_job"])
def test_others_jobs_are_not_there(tool_: str) -> None:
    """Somebody else's, another tenant's and a missing job are one and the same."""
    office = Office()
    job = office.ask()

    for by, asked in ((CLEO, job), (STRANGER, job), (CLEO, "none")):
        result = office.call(tool_, by, job_id=asked)
        assert (result.status, result.error) == (
            Status.ERROR,
            f"Job {asked!r} not found: 'casewright jobs list' shows the ids",
        )
    assert office.store.jobs[TENANT, job].state is JobState.QUEUED


def test_words_are_for_who_asked() -> None:
    """An ADMIN sees state and status; arguments, reason and result are the asker's, private arguments nobody's."""
    office = Office()
    job, private = office.ask(), office.ask(name="Popescu")
    office.end(job)

    own: Any = office.call("show_job", BEN, job_id=job).structured
    seen: Any = office.call("show_job", ADA, job_id=job).structured
    kept: Any = office.call("show_job", BEN, job_id=private).structured

    assert (own["arguments"], own["why"], own["structured"]) == ({"name": "Ion"}, "to be polite", "Hello")
    assert (seen["state"], seen["status"], seen["audit_seq"]) == ("done", "success", 3)
    assert [seen[name] for name in ("arguments", "why", "content", "structured", "error")] == [None] * 5
    assert (kept["arguments"], kept["why"]) == (None, None)


def test_cancel() -> None:
    """What waits is cancelled, by its asker or an ADMIN; what has ended is not."""
    office = Office()
    first, second, done = office.ask(), office.ask(), office.ask()
    office.end(done)

    assert office.call("cancel_job", BEN, job_id=first).structured == {"job_id": first, "state": "cancelled"}
    assert office.call("cancel_job", ADA, job_id=second).success
    refused = office.call("cancel_job", BEN, job_id=done)
    assert refused.metadata.error_kind == "Refused"
    assert office.store.jobs[TENANT, done].state is JobState.DONE


def test_retry() -> None:
    """A job that failed or was lost is asked for anew, by who asked for it; no other."""
    office = Office()
    failed, lost, done = office.ask(), office.ask(), office.ask()
    office.end(failed, "error")
    office.end(lost, "unknown_outcome", JobState.LOST)
    office.end(done)

    for job in (failed, lost):
        made: Any = office.call("retry_job", BEN, job_id=job).structured
        again = office.store.jobs[TENANT, JobId(made["job_id"])]
        before = office.store.jobs[TENANT, job]
        assert (again.state, again.arguments, again.why, again.retries) == (
            JobState.QUEUED,
            before.arguments,
            before.why,
            job,
        )
        assert again.id != job
    assert office.call("retry_job", BEN, job_id=done).metadata.error_kind == "Refused"
    assert office.call("retry_job", ADA, job_id=failed).metadata.error_kind == "Refused"


def test_events_go_on_from_any_number() -> None:
    """A watcher of a job that has ended hears all of it, or what follows a number; of no job, nothing."""
    office = Office()
    job = office.ask()
    office.end(job)

    async def watch(tenant: TenantId, after: int) -> list[int]:
        return [one.seq async for one in office.desk.events(tenant, job, after)]

    assert asyncio.run(watch(TENANT, 0)) == [1, 2, 3]
    assert asyncio.run(watch(TENANT, 2)) == [3]
    assert asyncio.run(watch(TENANT, 3)) == []
    assert asyncio.run(watch(TenantId("theirs"), 0)) == []
    assert replace(office.store.jobs[TENANT, job]).state is JobState.DONE
