"""Tests of idempotency: a call with a key runs once, and one that was cut off is never repeated blindly."""

from __future__ import annotations

import asyncio
import threading
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import orjson
import pytest

from casewright.adapters.database.audit_log import SqlAuditLog
from casewright.adapters.database.journal import SqlJournal
from casewright.domain.actors import Actor
from casewright.domain.ids import ActorId, TenantId
from casewright.errors import InvalidInput
from casewright.policy.policy import compile_policy
from casewright.toolbox.approvals.list_unresolved_calls import list_unresolved_calls
from casewright.toolbox.approvals.resolve_call import resolve_call
from casewright.tools.calls import CallContext, Failure, Status, ToolCall
from casewright.tools.definition import Tool, define_tool, tool
from casewright.tools.executor import Executor
from casewright.tools.registry import Registry
from tests.databases import EVERYWHERE
from tests.fakes.fixed_clock import START, FixedClock
from tests.fakes.governed import ADMIN, Governed
from tests.fakes.memory_journal import MemoryJournal
from tests.unit.adapters.database.children import KEYED_POLICY, start

if TYPE_CHECKING:
    from collections.abc import Callable

    from casewright.adapters.database.engine import Database
    from casewright.tools.ports.journal import CallJournal


def sending(sent: list[Any], **settings: Any) -> Tool:
    """A tool that sends its argument; ``settings`` change the tool."""
    spec = [{"name": "what", "type": "string", "description": "What to send"}]
    made = define_tool("send", "Sends.", spec, safety_level="cautious", handler=lambda given: _sent(sent, given))
    return replace(made, **settings)


def _sent(sent: list[Any], given: Any) -> object:
    sent.append(given.get("what"))
    return {"number": len(sent), "share": 0.5}


def keyed(key: str = "k", actor: Actor = ADMIN) -> CallContext:
    return CallContext(actor, idempotency_key=key)


@pytest.fixture(params=EVERYWHERE)
def journal(request: pytest.FixtureRequest, new_database: Callable[[str], Database]) -> CallJournal:
    """An empty journal of each kind in turn."""
    return MemoryJournal() if request.param == "memory" else SqlJournal(new_database(request.param))


@pytest.mark.requirement("idempotency-key")
def test_second_call_is_answered_from_the_record(journal: CallJournal) -> None:
    """The same key and arguments give the recorded result, say so, run nothing, and leave one event."""
    sent: list[Any] = []
    governed = Governed(sending(sent), journal=journal)
    first = governed.call("send", {"what": "a"}, keyed())
    second = governed.call("send", {"what": "a"}, keyed())
    assert sent == ["a"]
    assert (first.metadata.replayed, second.metadata.replayed) == (False, True)
    assert (second.status, second.content, second.structured) == (first.status, first.content, first.structured)
    assert governed.trail() == [("intent", None), ("outcome", "SUCCESS"), ("replayed", "SUCCESS")]
    assert {event["idempotency_key"] for event in governed.events()} == {"k"}


OTHERS: dict[str, tuple[dict[str, object], CallContext]] = {
    "arguments": ({"what": "b"}, keyed()),
    "matter": ({"what": "a"}, replace(keyed(), matter="m")),  # type: ignore[arg-type]
}


@pytest.mark.requirement("idempotency-key")
@pytest.mark.parametrize("case", OTHERS)
def test_key_of_another_call_is_refused(case: str, journal: CallJournal) -> None:
    """A key that stands for another call is refused without showing that one's result."""
    arguments, context = OTHERS[case]
    sent: list[Any] = []
    governed = Governed(sending(sent), journal=journal)
    governed.call("send", {"what": "a"}, keyed())
    refused = governed.call("send", arguments, context)
    assert (refused.status, sent) == (Status.INVALID_ARGUMENTS, ["a"])
    assert "was used for another call" in refused.content
    assert governed.trail()[-1] == ("stopped", "INVALID_ARGUMENTS")


def test_failure_is_recorded_as_it_was() -> None:
    """A call that failed is answered with the same failure; it is not tried again behind one's back."""
    tries: list[int] = []

    def fail(_given: object) -> Failure:
        tries.append(1)
        return Failure("bad", {"error": "bad"}, InvalidInput)

    governed = Governed(
        define_tool("fail", "Fails.", [], safety_level="cautious", handler=fail), journal=MemoryJournal()
    )
    results = [governed.call("fail", {}, keyed()) for _ in range(2)]
    assert [(one.status, one.content, one.metadata.error_kind) for one in results] == [
        (Status.ERROR, '{"error":"bad"}', "InvalidInput")
    ] * 2
    assert tries == [1]


def test_key_needs_a_journal() -> None:
    """Where no journal is configured a key is refused: it could not be kept."""
    sent: list[Any] = []
    result = Governed(sending(sent)).call("send", {"what": "a"}, keyed())
    assert (result.status, sent) == (Status.INVALID_ARGUMENTS, [])


def test_call_that_did_not_run_leaves_its_key_free() -> None:
    """A limit that stops the call, before anything ran, does not use the key up."""
    sent: list[Any] = []
    journal = MemoryJournal()
    governed = Governed(
        sending(sent), rules='[tools.send]\nroles = ["ADMIN"]\nmax_calls_per_round = 0', journal=journal
    )
    assert governed.call("send", {"what": "a"}, keyed()).status is Status.LIMITED
    assert journal.entries == {}


@pytest.mark.requirement("idempotency-key")
def test_calls_at_once_run_once(journal: CallJournal) -> None:
    """Of calls side by side under one key one runs; the others are told that it has no outcome yet, or its result."""
    sent: list[Any] = []
    governed = Governed(sending(sent), journal=journal)
    results = governed.call_many([ToolCall(str(n), "send", {"what": "a"}) for n in range(8)], keyed())
    assert sent == ["a"]
    assert {one.status for one in results} <= {Status.SUCCESS, Status.UNKNOWN_OUTCOME}


@pytest.mark.parametrize("safe", [False, True])
def test_timeout_is_kept_unless_the_call_may_run_twice(safe: bool) -> None:
    """After a timeout a call that changes something is not run again under its key; one that may run twice is."""
    started: list[int] = []

    @tool(safety_level="safe" if safe else "cautious", timeout=0.02)
    async def slow() -> str:
        """Is slow, once."""
        started.append(1)
        if len(started) == 1:
            await asyncio.Event().wait()
        return "done"

    governed = Governed(slow, journal=MemoryJournal())
    results = [governed.call("slow", {}, keyed()).status for _ in range(2)]
    assert results == [Status.TIMEOUT, Status.SUCCESS if safe else Status.TIMEOUT]


def test_late_outcome_takes_the_place_of_the_timeout() -> None:
    """What a sync tool did after its timeout is what its key is answered with from then on."""
    began, release = threading.Event(), threading.Event()

    @tool(safety_level="cautious")
    def slow() -> str:
        """Is slow."""
        began.set()
        release.wait()
        return "done after all"

    governed = Governed(slow, journal=MemoryJournal())
    assert governed.time_out(began, "slow", {}, keyed()).status is Status.TIMEOUT
    release.set()
    governed.executor.close()
    assert governed.call("slow", {}, keyed()).content == "done after all"


@pytest.mark.parametrize("safe", [False, True])
def test_cancelled_call_runs_again_only_where_it_may(safe: bool) -> None:
    """A call that was cancelled half-way is not run again under its key unless running twice does no harm."""
    ran: list[int] = []
    began = asyncio.Event()

    @tool(safety_level="safe" if safe else "cautious")
    async def slow() -> str:
        """Is cancelled, once."""
        ran.append(1)
        if len(ran) == 1:
            began.set()
            await asyncio.Event().wait()
        return "done"

    governed = Governed(slow, journal=MemoryJournal())

    async def cancel() -> None:
        task = asyncio.create_task(governed.executor.execute(ToolCall("1", "slow"), keyed()))
        await began.wait()
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task

    asyncio.run(cancel())
    again = governed.call("slow", {}, keyed())
    assert (again.content, len(ran)) == (("done", 2) if safe else ("Tool error: cancelled before it ended", 1))


@pytest.mark.parametrize("kind", ["cautious", "idempotent", "safe"])
@pytest.mark.requirement("call-unknown-outcome")
def test_call_that_was_begun_and_never_ended(kind: str, journal: CallJournal) -> None:
    """Under the key of a call without outcome a tool runs again only where running twice does no harm."""
    sent: list[Any] = []
    settings: dict[str, Any] = {"idempotent": kind == "idempotent"}
    if kind == "safe":
        settings["safety_level"] = "safe"
    governed = Governed(sending(sent, **settings), journal=journal)
    governed.call("send", {"what": "a"}, keyed())
    begun = journal.get(keyed().caller, "k")
    assert begun is not None
    journal.forget(keyed().caller, "k")
    journal.begin(replace(begun, result=None))
    again = governed.call("send", {"what": "a"}, keyed())
    if kind == "cautious":
        assert (again.status, sent) == (Status.UNKNOWN_OUTCOME, ["a"])
        assert "casewright calls unresolved" in again.content
        assert governed.trail()[-1] == ("stopped", "UNKNOWN_OUTCOME")
    else:
        assert (again.status, sent) == (Status.SUCCESS, ["a", "a"])


@pytest.mark.requirement("call-unknown-outcome", "call-resolved")
@pytest.mark.parametrize("outcome", ["done", "not_done"])
def test_killed_call_is_seen_not_repeated_and_resolved(
    opened: Callable[..., Database], database_address: str, outcome: str
) -> None:
    """kill -9 between intent and outcome: the call is unresolved, its key repeats nothing, a person says what came."""
    child = start("run_keyed", database_address, "k")
    assert child.stdout is not None
    assert child.stdout.readline() == "begun\n"
    child.kill()
    child.communicate(timeout=60)

    database, ours = opened(database_address), TenantId("ours")
    log, journal, sent = SqlAuditLog(database), SqlJournal(database), list[Any]()
    names = ["list_unresolved_calls", "resolve_call"]
    rules = "".join(f'\n[tools.{name}]\nroles = ["ADMIN"]' for name in names)
    tools = [
        define_tool("send", "Sends.", [], safety_level="cautious", handler=lambda given: _sent(sent, given)),
        list_unresolved_calls(audit=log, journal=journal),
        resolve_call(audit=log, journal=journal),
    ]
    executor = Executor(
        Registry(tools),
        policy=compile_policy({"parent": KEYED_POLICY + rules}),
        audit=log,
        clock=FixedClock(),
        journal=journal,
    )
    context = CallContext(Actor(ours, ActorId("ann"), "ADMIN"))

    def call(name: str, arguments: dict[str, object] | None = None, key: str | None = None) -> Any:
        asked = replace(context, idempotency_key=key)
        return asyncio.run(executor.execute(ToolCall("1", name, arguments or {}), asked))

    again = call("send", key="k")
    assert (again.status, sent) == (Status.UNKNOWN_OUTCOME, [])
    [unresolved] = call("list_unresolved_calls").structured["calls"]
    assert (unresolved["tool"], unresolved["idempotency_key"]) == ("send", "k")
    resolved = call("resolve_call", {"call": unresolved["call_id"], "outcome": outcome, "note": "looked"})
    assert resolved.success, resolved.content
    assert call("list_unresolved_calls").structured["calls"] == []
    after = call("send", key="k")
    assert (after.status, after.metadata.replayed, len(sent)) == (
        (Status.SUCCESS, True, 0) if outcome == "done" else (Status.SUCCESS, False, 1)
    )
    events = [orjson.loads(record.body) for record in log.records(ours)]
    assert [one["agent_id"] for one in events if one["tool_name"] == "resolve_call"] == ["ann", "ann"]
    assert call("resolve_call", {"call": unresolved["call_id"], "outcome": outcome}).status is Status.ERROR
    log.close()
    executor.close()


@pytest.mark.requirement("call-resolved")
def test_call_cut_off_before_its_intent_is_seen_too() -> None:
    """A key that was taken and whose call never began is listed by its key, and can be freed."""
    from casewright.tools.ports.journal import Entry

    journal = MemoryJournal()
    journal.begin(Entry(keyed().caller, "lost", "f", "send", START))
    governed = Governed(journal=journal)
    tools = [
        list_unresolved_calls(audit=governed.log, journal=journal),
        resolve_call(audit=governed.log, journal=journal),
    ]
    governed = Governed(*tools, log=governed.log, journal=journal)
    listed: Any = governed.call("list_unresolved_calls").structured
    assert [(one["call_id"], one["agent_id"]) for one in listed["calls"]] == [("ada:lost", "ada")]
    assert governed.call("resolve_call", {"call": "ada:lost", "outcome": "not_done"}).success
    assert journal.entries == {}
