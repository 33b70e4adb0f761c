"""A worker makes each job's call once, tells what happens, and writes nothing about a job that it lost."""

from __future__ import annotations

import asyncio
import threading
from typing import TYPE_CHECKING

import pytest

from casewright.agents.document.events import AnswerEvent
from casewright.agents.streaming import tell
from casewright.domain.actors import Actor, ActorKind, Caller
from casewright.domain.ids import ActorId
from casewright.domain.jobs import Job, JobState
from casewright.errors import BadArguments, NotFound, ToolFailed
from casewright.tools.calls import SafetyLevel
from casewright.tools.cancellation import stop_if_cancelled
from casewright.tools.definition import tool
from casewright.tools.progress import report
from tests.fakes.governed import ADMIN, TENANT
from tests.fakes.job_room import PATIENCE, JobRoom, on_a_loop

if TYPE_CHECKING:
    from casewright.domain.jobs import JobId


@tool(safety_level="safe")
def double(number: int) -> int:
    """Double a number."""
    return 2 * number


@tool(safety_level="safe")
def fail() -> int:
    """Fail."""
    raise ToolFailed("it was not to be")


def kept(room: JobRoom, job: JobId) -> Job:
    found = room.store.get(TENANT, job)
    assert found is not None
    return found


@on_a_loop
async def test_a_job_is_done() -> None:
    """Its call is made as who asked for it, once; its states and its result are kept."""
    room = JobRoom(double)
    async with room.working():
        job = room.ask("double", {"number": 21})
        told = await room.told(job)

    assert [one.data["state"] for one in told] == ["queued", "doing", "done"]
    result = kept(room, job).result
    assert result is not None
    assert (result.status, result.structured) == ("success", "42")
    intents = [one for one in room.governed.events() if one["phase"] == "intent"]
    assert [(one["agent_id"], one["tool_name"]) for one in intents] == [(ADMIN.id, "double")]
    assert list(room.journal.entries) == [(Caller(TENANT, ADMIN.id), f"job:{job}")]


@on_a_loop
async def test_a_call_that_fails_is_done_and_failed() -> None:
    """A job whose call failed is done all the same, and says how."""
    room = JobRoom(fail)
    async with room.working():
        job = room.ask("fail")
        told = await room.told(job)

    assert told[-1].data == {"state": "done", "attempt": 1, "status": "error"}
    assert kept(room, job).failed


@on_a_loop
async def test_what_is_told_meanwhile() -> None:
    """What agents tell is stored in order, pieces of a text as one; how far it is, the newest that is known."""

    @tool(safety_level="safe")
    def talk() -> str:
        """Talk."""
        tell(AnswerEvent("call", "iql", 1))
        for piece in ("The ", "law ", "is "):
            tell(AnswerEvent("text", piece, 2))
        tell(AnswerEvent("text", "Romanian", 3))
        report(1, 3, "first")
        report(2, 3, "second")
        return "done"

    room = JobRoom(talk)
    async with room.working():
        told = await room.told(room.ask("talk"))

    assert [one.seq for one in told] == list(range(1, len(told) + 1))
    answers = [one.data for one in told if one.kind == "answer"]
    assert answers == [
        {"kind": "call", "text": "iql", "step": 1},
        {"kind": "text", "text": "The law is ", "step": 2},
        {"kind": "text", "text": "Romanian", "step": 3},
    ]
    assert [one.data for one in told if one.kind == "progress"] == [{"done": 2, "total": 3, "note": "second"}]
    assert told[-1].data["state"] == "done"


@on_a_loop
async def test_events_come_while_the_job_runs() -> None:
    """A watcher hears of a step before the job has ended, and can go on from any number."""
    go_on = threading.Event()

    @tool(safety_level="safe")
    def wait_for_it() -> str:
        """Wait."""
        tell(AnswerEvent("call", "iql", 1))
        assert go_on.wait(PATIENCE)
        return "done"

    room = JobRoom(wait_for_it)
    async with room.working(), asyncio.timeout(PATIENCE):
        job = room.ask("wait_for_it")
        async for one in room.desk.events(TENANT, job):
            if one.kind == "answer":
                assert kept(room, job).state is JobState.DOING
                go_on.set()
        assert [one.kind for one in await room.told(job, after=2)] == ["answer", "state"]


@on_a_loop
async def test_two_at_once() -> None:
    """As many jobs as are allowed run side by side, and no more."""
    both, running, most = threading.Barrier(2), 0, 0
    lock = threading.Lock()

    @tool(safety_level="safe")
    def meet() -> str:
        """Meet another one."""
        nonlocal running, most
        with lock:
            running += 1
            most = max(most, running)
        both.wait(PATIENCE)
        with lock:
            running -= 1
        return "met"

    room = JobRoom(meet)
    async with room.working(at_once=2):
        jobs = [room.ask("meet") for _ in range(4)]
        for job in jobs:
            await room.told(job)

    assert {kept(room, job).state for job in jobs} == {JobState.DONE}
    assert most == 2


@on_a_loop
async def test_cancelled_while_it_runs() -> None:
    """The call is given up as the executor gives calls up: its handler learns it, and the job is cancelled."""
    given_up = threading.Event()

    @tool(safety_level="cautious")
    def go_on_and_on() -> str:
        """Go on."""
        while True:
            try:
                stop_if_cancelled()
            except ToolFailed:
                given_up.set()
                raise
            threading.Event().wait(0.01)

    room = JobRoom(go_on_and_on)
    async with room.working():
        job = room.ask("go_on_and_on")
        await room.until(job, "doing")
        assert room.desk.cancel(TENANT, job) is JobState.DOING
        told = await room.told(job)

    assert told[-1].data["state"] == "cancelled"
    assert given_up.wait(PATIENCE)


@on_a_loop
async def test_a_hanging_call_is_taken_away() -> None:
    """Beyond its limit a job is taken away though its worker is alive; what comes of it later is not kept.

    Nobody knows what a call that changes something did: the next attempt makes it no second time, and the job is lost.
    """
    began, go_on, times = threading.Event(), threading.Event(), []

    @tool(safety_level="cautious")
    async def hang() -> str:
        """Hang in a step, so that no timeout and no cancellation reaches it."""
        times.append(1)
        began.set()
        go_on.wait(PATIENCE)
        return "late"

    room = JobRoom(hang)
    job = room.ask("hang")
    hanging = threading.Thread(target=lambda: asyncio.run(_work_until(room, go_on)))
    hanging.start()
    assert await asyncio.to_thread(began.wait, PATIENCE)
    room.clock.advance(seconds=200)
    await room.until_queued_again(job)
    room.clock.advance(seconds=5)
    async with room.working():
        told = await room.told(job)
    go_on.set()
    hanging.join(PATIENCE)
    assert not hanging.is_alive()

    assert told[-1].data == {"state": "lost", "attempt": 2, "status": "unknown_outcome"}
    assert kept(room, job).state is JobState.LOST
    assert times == [1]


async def _work_until(room: JobRoom, ended: threading.Event) -> None:
    async with room.working(grace=0.0):
        await asyncio.to_thread(ended.wait, PATIENCE)


@on_a_loop
async def test_a_job_that_goes_with_its_matter_is_done_all_the_same() -> None:
    """The call that removes the job's own row is not given up for it."""
    removed = threading.Event()
    ended: list[int] = []

    @tool(safety_level="cautious")
    async def remove() -> str:
        """Remove all jobs, and go on for longer than two signs of life are apart."""
        room.store.jobs.clear()
        removed.set()
        await asyncio.sleep(4.5)
        ended.append(1)
        return "removed"

    room = JobRoom(remove)
    async with room.working():
        told = await room.told(room.ask("remove"))

    assert removed.is_set()
    assert ended == [1]
    assert [one.data["state"] for one in told] == ["queued", "doing"]


@on_a_loop
async def test_a_worker_that_stops_puts_back_what_runs() -> None:
    """A call that can be repeated is made by the next worker; the first one's end is not the job's."""
    began, times = threading.Event(), 0

    @tool(safety_level="safe")
    async def slow_once() -> int:
        """Take long, the first time."""
        nonlocal times
        times += 1
        began.set()
        if times == 1:
            await asyncio.sleep(PATIENCE)
        return times

    room = JobRoom(slow_once)
    job = room.ask("slow_once")
    async with room.working(grace=0.0):
        assert await asyncio.to_thread(began.wait, PATIENCE)
    assert kept(room, job).state is JobState.QUEUED
    async with room.working():
        told = await room.told(job)

    assert [one.data["state"] for one in told] == ["queued", "doing", "queued", "doing", "done"]
    result = kept(room, job).result
    assert result is not None
    assert result.structured == "2"


def test_the_same_call_under_one_key_is_one_job() -> None:
    """A form sent twice asks once; another question from the same form, and another person's, is another job."""
    room = JobRoom(double)
    other = Actor(TENANT, ActorId("bo"), ADMIN.role)

    first = room.desk.submit_now(ADMIN, "double", {"number": 1}, key="form")

    assert room.desk.submit_now(ADMIN, "double", {"number": 1}, key="form") == first
    others = {
        room.desk.submit_now(ADMIN, "double", {"number": 2}, key="form"),
        room.desk.submit_now(ADMIN, "double", {"number": 1}, key="another"),
        room.desk.submit_now(other, "double", {"number": 1}, key="form"),
        room.desk.submit_now(ADMIN, "double", {"number": 1}),
    }
    assert len({first, *others}) == len(room.store.jobs) == 5


def test_what_cannot_be_a_job() -> None:
    """A tool that is not there, arguments that are no JSON, a model: refused before anything is stored."""
    room = JobRoom(double)
    model = Actor(TENANT, ActorId("document_agent/ada"), "document_agent", ActorKind.MODEL)

    with pytest.raises(NotFound, match="There is no tool 'doubles'"):
        room.desk.submit_now(ADMIN, "doubles", {})
    with pytest.raises(BadArguments, match="no JSON"):
        room.desk.submit_now(ADMIN, "double", {"number": object()})
    with pytest.raises(BadArguments, match="is a model"):
        room.desk.submit_now(model, "double", {"number": 1})
    assert room.store.jobs == {}
    assert double.safety_level is SafetyLevel.SAFE
