"""What every store of jobs promises: one claim, a fence, and a log without gaps."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import timedelta
from typing import TYPE_CHECKING, Protocol

import pytest

from casewright.adapters.database.job_events import SqlJobEvents
from casewright.adapters.database.jobs import SqlJobs
from casewright.adapters.database.journal import SqlJournal
from casewright.adapters.vault.sealed_jobs import JobSeals
from casewright.domain.actors import Actor, Caller
from casewright.domain.ids import ActorId, MatterId, TenantId
from casewright.domain.jobs import Job, JobId, JobResult, JobState, Progress
from casewright.tools.ports.jobs import EventLog, JobChoice, JobRef, JobStore
from casewright.tools.ports.journal import Entry, RecordedResult
from casewright.tools.tenancy import acting_in
from tests.databases import EVERYWHERE
from tests.fakes.fixed_clock import START
from tests.fakes.memory_jobs import MemoryJobs

if TYPE_CHECKING:
    from collections.abc import Callable

    from casewright.adapters.database.engine import Database

OURS, THEIRS = TenantId("ours"), TenantId("theirs")
ADA = Actor(OURS, ActorId("ada"), "PARTNER")
REF = JobRef(OURS, JobId("j1"))
LEASE = timedelta(seconds=30)
JOB = Job(
    REF.job, ADA, "ask_matter", '{"a":"ș \\u0000"}', START, START, MatterId("m1"), MatterId("m1"), "why \x00", limit=30
)
ENDED = JobResult("success", "42", "[42]", audit_seq=7)


class Both(Protocol):
    """A store, and the log over the same jobs."""

    jobs: JobStore
    log: EventLog


class _Pair:
    def __init__(self, jobs: JobStore, log: EventLog) -> None:
        self.jobs, self.log = jobs, log


@pytest.fixture(params=EVERYWHERE)
def both(request: pytest.FixtureRequest, new_database: Callable[[str], Database]) -> Both:
    """An empty store of each kind in turn, with its log."""
    if request.param == "memory":
        memory = MemoryJobs()
        return _Pair(memory, memory)
    database, seals = new_database(request.param), JobSeals(b"k" * 32)
    return _Pair(SqlJobs(database, seals), SqlJobEvents(database, seals))


def later(**by: float) -> timedelta:
    return timedelta(**by)


def states(both: Both, ref: JobRef = REF) -> list[tuple[object, object]]:
    """The states that were told of, each with its attempt."""
    return [(one.data["state"], one.data["attempt"]) for one in both.log.read(ref, 0, 100) if one.kind == "state"]


def test_job_of_an_id_is_stored_once(both: Both) -> None:
    """The second of that id is not stored and tells nothing; another tenant's is another."""
    assert both.jobs.add(JOB)
    assert not both.jobs.add(replace(JOB, tool="another"))
    assert both.jobs.add(replace(JOB, actor=replace(ADA, tenant=THEIRS)))
    found = both.jobs.get(OURS, JOB.id)
    assert found is not None
    assert found.tool == JOB.tool
    assert states(both) == [("queued", 0)]


def test_job_comes_back(both: Both) -> None:
    """A job is what was stored, and another tenant has none of that id."""
    both.jobs.add(JOB)

    assert both.jobs.get(OURS, JOB.id) == JOB
    assert both.jobs.get(THEIRS, JOB.id) is None
    assert states(both) == [("queued", 0)]


def test_one_of_many_claims_it(both: Both) -> None:
    """Of eight who claim at once one gets the job, with the first attempt and its limit."""
    both.jobs.add(JOB)
    with ThreadPoolExecutor(8) as pool:
        claimed = [one for one in pool.map(lambda at: both.jobs.claim(REF, f"w{at}", START), range(8)) if one]

    assert len(claimed) == 1
    assert (claimed[0].state, claimed[0].attempt) == (JobState.DOING, 1)
    assert claimed[0].until == START + later(seconds=60)
    assert both.jobs.due(START, 10) == []


def test_due_jobs_oldest_first(both: Both) -> None:
    """Jobs of every tenant that wait and are due; one that is due later is not claimed."""
    early = replace(JOB, id=JobId("j0"), actor=replace(ADA, tenant=THEIRS), due=START - later(seconds=1))
    late = replace(JOB, id=JobId("j9"), due=START + later(seconds=1))
    for one in (late, JOB, early):
        both.jobs.add(one)

    assert list(both.jobs.due(START, 10)) == [JobRef(THEIRS, early.id), REF]
    assert list(both.jobs.due(START, 1)) == [JobRef(THEIRS, early.id)]
    assert both.jobs.claim(JobRef(OURS, late.id), "w", START) is None


def test_listed_newest_first_in_pages(both: Both) -> None:
    """The tenant's jobs by owner, matter and state; a page goes on where the last one ended."""
    all_ = [replace(JOB, id=JobId(f"j{at}"), created_at=START + later(seconds=at // 2)) for at in range(5)]
    others = [
        replace(JOB, id=JobId("b"), actor=replace(ADA, id=ActorId("ben"))),
        replace(JOB, id=JobId("c"), about=MatterId("m2"), matter=None),
        replace(JOB, id=JobId("d"), actor=replace(ADA, tenant=THEIRS)),
    ]
    for one in (*all_, *others):
        both.jobs.add(one)
    mine = JobChoice(owner=ADA.id, about=MatterId("m1"), state=JobState.QUEUED)

    first = both.jobs.listed(OURS, mine, limit=3)
    rest = both.jobs.listed(OURS, mine, limit=3, before=(first[-1].created_at, first[-1].id))

    assert [one.id for one in (*first, *rest)] == ["j4", "j2", "j3", "j0", "j1"]
    assert len(both.jobs.listed(OURS, JobChoice(), limit=100)) == 7
    assert both.jobs.listed(OURS, JobChoice(state=JobState.DONE), limit=100) == []


def test_the_end_is_kept(both: Both) -> None:
    """How a job ended is kept whole and told; nothing follows."""
    both.jobs.add(JOB)
    both.jobs.claim(REF, "w", START)
    assert both.jobs.progress(REF, 1, Progress(1, 3, "ș"), START)
    assert both.jobs.finish(REF, 1, JobState.DONE, ENDED, START + later(seconds=1))

    kept = both.jobs.get(OURS, JOB.id)
    assert kept is not None
    assert (kept.state, kept.result, kept.progress) == (JobState.DONE, ENDED, Progress(1, 3, "ș"))
    assert kept.ended_at == START + later(seconds=1)
    told = both.log.read(REF, 0, 10)
    assert [one.seq for one in told] == [1, 2, 3, 4]
    assert told[2].data == {"done": 1, "total": 3, "note": "ș"}
    assert told[3].data == {"state": "done", "attempt": 1, "status": "success"}
    assert not both.jobs.finish(REF, 1, JobState.LOST, None, START)
    assert both.jobs.cancel(OURS, JOB.id, START) is JobState.DONE


def test_a_silent_worker_loses_its_job(both: Both) -> None:
    """After the lease the job waits for its next attempt; what the late worker writes is refused, in every way."""
    both.jobs.add(JOB)
    both.jobs.claim(REF, "w1", START)
    assert both.jobs.beat(REF, 1, START + later(seconds=20)) is False
    assert list(both.jobs.reap(START + later(seconds=50), LEASE)) == []
    now = START + later(seconds=51)

    assert list(both.jobs.reap(now, LEASE)) == [REF]
    assert both.jobs.claim(REF, "w2", now) is None, "it waits two seconds"
    for _ in range(2):
        assert both.jobs.beat(REF, 1, now) is None
        assert not both.jobs.finish(REF, 1, JobState.DONE, ENDED, now)
        assert not both.jobs.progress(REF, 1, Progress(1), now)
        assert not both.jobs.release(REF, 1, now, now)
        assert both.log.append(REF, [("answer", {})], now, 1) == 0
        both.jobs.claim(REF, "w2", now + later(seconds=2))
    taken = both.jobs.get(OURS, JOB.id)
    assert taken is not None
    assert (taken.attempt, taken.worker, taken.result) == (2, "w2", None)
    assert states(both) == [("queued", 0), ("doing", 1), ("queued", 1), ("doing", 2)]


def test_a_worker_that_hangs_loses_its_job(both: Both) -> None:
    """However often it says that it is alive: beyond the limit the job is taken away."""
    both.jobs.add(JOB)
    both.jobs.claim(REF, "w1", START)
    now = START + later(seconds=61)
    both.jobs.beat(REF, 1, now)

    assert list(both.jobs.reap(now, LEASE)) == [REF]
    assert both.jobs.beat(REF, 1, now) is None


def test_lost_after_three_attempts(both: Both) -> None:
    """Each attempt waits longer than the one before; the third that is cut off is the last."""
    both.jobs.add(JOB)
    now, waits = START, []
    for _ in range(3):
        assert both.jobs.claim(REF, "w", now) is not None
        now += later(seconds=31)
        both.jobs.reap(now, LEASE)
        kept = both.jobs.get(OURS, JOB.id)
        assert kept is not None
        waits.append((kept.state, (kept.due - now).total_seconds()))
        now = max(now, kept.due)

    assert waits[:2] == [(JobState.QUEUED, 2), (JobState.QUEUED, 8)]
    assert waits[2][0] is JobState.LOST
    assert states(both)[-1] == ("lost", 3)


def test_release_puts_it_back(both: Both) -> None:
    """A worker that stops gives the job back, due when it says."""
    both.jobs.add(JOB)
    both.jobs.claim(REF, "w", START)

    assert both.jobs.release(REF, 1, START + later(seconds=5), START)
    assert list(both.jobs.due(START, 1)) == []
    assert list(both.jobs.due(START + later(seconds=5), 1)) == [REF]


def test_cancel(both: Both) -> None:
    """A job that waits is cancelled at once, one that is being done by its worker; where that is gone, when reaped."""
    for name in ("j1", "j2"):
        both.jobs.add(replace(JOB, id=JobId(name)))
    second = JobRef(OURS, JobId("j2"))
    both.jobs.claim(second, "w", START)

    assert both.jobs.cancel(OURS, REF.job, START) is JobState.CANCELLED
    assert both.jobs.cancel(OURS, second.job, START) is JobState.DOING
    assert both.jobs.cancel(THEIRS, second.job, START) is None
    assert both.jobs.beat(second, 1, START) is True
    both.jobs.reap(START + later(seconds=31), LEASE)
    assert states(both, second)[-1] == ("cancelled", 1)
    assert both.jobs.claim(REF, "w", START) is None


def test_the_log_has_no_gaps(both: Both) -> None:
    """Events told side by side are numbered one after the other, and read on from any number."""
    both.jobs.add(JOB)
    both.jobs.claim(REF, "w", START)
    with ThreadPoolExecutor(4) as pool:
        list(
            pool.map(
                lambda at: both.log.append(REF, [("answer", {"at": at}), ("turn", {"ș": [at]})], START, 1), range(8)
            )
        )

    told = both.log.read(REF, 2, 100)
    assert [one.seq for one in told] == list(range(3, 19))
    assert sum(one.kind == "answer" for one in told) == 8
    assert [one.seq for one in both.log.read(REF, 10, 2)] == [11, 12]
    assert both.log.append(JobRef(THEIRS, JOB.id), [("answer", {})], START) == 0
    assert both.log.read(JobRef(THEIRS, JOB.id), 0, 10) == []


def test_old_events_go(both: Both) -> None:
    """Those of jobs that have ended; a job that still runs keeps all of its own."""
    for name in ("j1", "j2"):
        both.jobs.add(replace(JOB, id=JobId(name)))
    both.jobs.cancel(OURS, REF.job, START + later(days=8))

    assert both.log.prune(START + later(days=1)) == 1
    assert [one.seq for one in both.log.read(REF, 0, 10)] == [2]
    assert [one.seq for one in both.log.read(JobRef(OURS, JobId("j2")), 0, 10)] == [1]


def test_jobs_that_ended_long_ago_go(both: Both) -> None:
    """With their events, of every tenant; what waits, runs, or ended since stays as it is."""
    ended = [REF, JobRef(OURS, JobId("new")), JobRef(THEIRS, JobId("theirs"))]
    for ref in (*ended, JobRef(OURS, JobId("waits")), JobRef(OURS, JobId("runs"))):
        with acting_in(ref.tenant):
            both.jobs.add(replace(JOB, id=ref.job, actor=replace(ADA, tenant=ref.tenant)))
    for ref, days in zip(ended, (1, 3, 1), strict=True):
        claimed = both.jobs.claim(ref, "w", START)
        assert claimed is not None
        assert both.jobs.finish(ref, claimed.attempt, JobState.DONE, ENDED, START + later(days=days))
    assert both.jobs.claim(JobRef(OURS, JobId("runs")), "w", START) is not None

    assert both.jobs.counts() == {"queued": 1, "doing": 1}
    assert both.jobs.forget_ended(START + later(days=2)) == 2
    assert both.jobs.forget_ended(START + later(days=2)) == 0
    with acting_in(OURS):
        assert {one.id for one in both.jobs.listed(OURS, JobChoice(), limit=9)} == {"new", "waits", "runs"}
    assert [len(both.log.read(ref, 0, 9)) for ref in ended] == [0, 3, 0]


@pytest.mark.parametrize("kind", [one for one in EVERYWHERE if one != "memory"])
def test_a_job_whose_outcome_is_not_known_stays(kind: str, new_database: Callable[[str], Database]) -> None:
    """Until somebody says what came of its call: what it asked is what they look at."""
    database, seals = new_database(kind), JobSeals(b"k" * 32)
    jobs, journal = SqlJobs(database, seals), SqlJournal(database)
    caller, key = Caller(OURS, ADA.id), f"job:{REF.job}"
    with acting_in(OURS):
        jobs.add(JOB)
        claimed = jobs.claim(REF, "w", START)
        assert claimed is not None
        assert journal.begin(Entry(caller, key, "print", JOB.tool, START)) is None
    assert jobs.finish(REF, claimed.attempt, JobState.LOST, None, START)

    assert jobs.forget_ended(START + later(days=400)) == 0
    with acting_in(OURS):
        journal.finish(caller, key, RecordedResult("success", "", "null", None, None, "sha256:ab"))
    assert jobs.forget_ended(START + later(days=400)) == 1
