"""What other systems get wrong about running and recording a governed call, each shown to be right here."""

from __future__ import annotations

import asyncio
import threading
from dataclasses import fields
from typing import TYPE_CHECKING, Any

import orjson
import pytest

from casewright.audit.chain import Record, verify
from casewright.audit.events import Event
from casewright.canonical import canonical_json
from casewright.errors import Unavailable
from casewright.tools.calls import CallContext, Status, ToolCall
from casewright.tools.definition import define_tool, tool
from tests.fakes.counting_tool import Ran
from tests.fakes.governed import ADMIN, TENANT, Governed

if TYPE_CHECKING:
    from collections.abc import Mapping

pytestmark = pytest.mark.requirement("tool-weaknesses")

COERCIBLE: list[tuple[str, object]] = [
    ("integer", "1"),
    ("integer", 1.0),
    ("integer", True),
    ("number", "1.5"),
    ("boolean", 1),
    ("boolean", "true"),
    ("string", 1),
    ("array", "a"),
    ("array", {}),
    ("object", [["a", 1]]),
]


@pytest.mark.parametrize(("kind", "value"), COERCIBLE, ids=repr)
def test_arguments_are_not_coerced(kind: str, value: object) -> None:
    """A value that is almost of the type is refused, not made fit. (LangChain: arguments are coerced.)"""
    ran = Ran(amount=kind)
    governed = Governed(ran.tool)
    assert governed.call("transfer", {"amount": value}).status is Status.INVALID_ARGUMENTS
    assert ran.times == 0


def test_handler_gets_what_was_recorded() -> None:
    """The arguments that a handler sees are those of its intent, also when the caller changes its mapping meanwhile."""
    seen: list[object] = []
    begun, go = threading.Event(), threading.Event()

    def handler(arguments: Mapping[str, Any]) -> None:
        begun.set()
        go.wait(10)
        seen.append(arguments["to"]["account"])

    governed = Governed(define_tool("pay", "Pays.", [{"name": "to", "type": "object"}], handler=handler))
    given = {"to": {"account": "ann"}}

    async def swap() -> None:
        task = asyncio.create_task(governed.executor.execute(ToolCall("1", "pay", given), CallContext(ADMIN)))
        await asyncio.to_thread(begun.wait, 10)
        given["to"]["account"] = "mallory"
        go.set()
        await task

    asyncio.run(swap())
    assert seen == ["ann"]
    assert [event["tool_args"] for event in governed.events()] == [{"to": {"account": "ann"}}] * 2


@pytest.mark.parametrize("kind", ["sync", "async"])
def test_sync_tools_have_timeouts_too(kind: str) -> None:
    """A tool that hangs is let go of in time, sync or async. (OpenAI Agents SDK: sync tools have no timeout.)"""
    go = threading.Event()

    @tool(safety_level="cautious", name="hang", timeout=0.05)
    def hang() -> None:
        """Hang."""
        go.wait(10)

    @tool(safety_level="cautious", name="hang", timeout=0.05)
    async def hang_async() -> None:
        """Hang."""
        await asyncio.Event().wait()

    governed = Governed(hang if kind == "sync" else hang_async)
    result = governed.call("hang")
    go.set()
    governed.executor.close()
    assert result.status is Status.TIMEOUT
    assert result.content == "Tool timed out after 0.05 s; it may still have taken effect"


SECRETS: list[BaseException] = [
    ValueError("/home/ann/.ssh/id_rsa: bad passphrase hunter2"),
    ExceptionGroup("hunter2", [OSError("hunter2")]),
    UnicodeDecodeError("utf-8", b"hunter2", 0, 1, "hunter2"),
    SystemExit("hunter2"),
]


@pytest.mark.parametrize("error", SECRETS, ids=lambda error: type(error).__name__)
def test_exception_text_does_not_leak(error: BaseException) -> None:
    """A foreign exception's text reaches neither the model nor the audit. (FastMCP: it leaks by default.)"""

    def handler(_arguments: Mapping[str, Any]) -> None:
        raise error

    governed = Governed(define_tool("break_down", "Breaks.", [], handler=handler))
    result = governed.call("break_down")
    assert result.content == f"Tool error: {type(error).__name__} inside the tool; the log of this process says more"
    assert "hunter2" not in repr(result)
    assert "hunter2" not in repr(governed.events())


def test_outcome_is_recorded_not_only_the_attempt() -> None:
    """What came of a call is in the audit, by status and hash of the result. (Governance toolkit: attempts only.)"""
    answers = iter([1, ValueError("no")])

    def handler(_arguments: Mapping[str, Any]) -> object:
        answer = next(answers)
        if isinstance(answer, Exception):
            raise answer
        return answer

    governed = Governed(define_tool("try_it", "Tries.", [], handler=handler))
    governed.call("try_it")
    governed.call("try_it")
    outcomes = [event for event in governed.events() if event["phase"] == "outcome"]
    assert [event["result_status"] for event in outcomes] == ["SUCCESS", "ERROR"]
    assert len({event["result_hash"] for event in outcomes}) == 2
    assert [event["intent_seq"] for event in outcomes] == [1, 3]


@pytest.mark.parametrize("kind", ["sync", "async"])
def test_events_are_not_dropped_under_load(kind: str) -> None:
    """10,000 calls side by side leave 20,000 events in a chain that verifies. (Governance toolkit: drops some.)"""
    count = 10_000

    @tool(safety_level="safe", name="take")
    def take(place: int) -> int:
        """Take a place."""
        return place

    @tool(safety_level="safe", name="take")
    async def take_async(place: int) -> int:
        """Take a place, giving way first."""
        await asyncio.sleep(0)
        return place

    governed = Governed(take if kind == "sync" else take_async)
    results = governed.call_many([ToolCall(str(place), "take", {"place": place}) for place in range(count)])
    assert [result.structured for result in results] == list(range(count))
    records = list(governed.log.records(TENANT))
    reached, flaw = verify(records, TENANT, head=governed.log.head(TENANT))
    assert (reached.count, flaw) == (2 * count, None)
    bodies = [orjson.loads(record.body) for record in records]
    intents = {body["seq"]: body["call_id"] for body in bodies if body["phase"] == "intent"}
    ended = {body["intent_seq"]: body["call_id"] for body in bodies if body["phase"] == "outcome"}
    assert intents == ended
    assert len(intents) == count


def test_call_waits_for_its_record_and_never_outruns_it() -> None:
    """A log that takes nothing more stops calls before they run; it does not let them run unrecorded."""
    ran = Ran()
    governed = Governed(ran.tool)
    governed.log.close()
    with pytest.raises(Unavailable):
        governed.log.submit(_event())
    assert governed.call("transfer").status is Status.ERROR
    assert ran.times == 0


def _event() -> Event:
    return Event(
        tenant_id=TENANT,
        event_type="person.tool_call",
        timestamp="2025-03-14T09:26:53.589793+00:00",
        agent_id="ann",
        role="ADMIN",
        phase="stopped",
        call_id="1",
        tool_name="transfer",
        tool_version="1",
        tool_args={"amount": 1},
        result_status="DENIED",
        result_hash=None,
        reason="no",
        matter_id=None,
        debate_id=None,
        run_id=None,
        round_number=None,
        intent_seq=None,
        policy_hash="sha256:0",
    )


def _changed(value: object) -> object:
    if isinstance(value, dict):
        return {**value, "amount": 999_999}
    return 7 if value is None or isinstance(value, int) else f"{value}x"


@pytest.mark.parametrize("field", [field.name for field in fields(Event)])
@pytest.mark.parametrize("phase", ["intent", "outcome", "stopped"])
def test_digest_covers_decision_and_arguments(field: str, phase: str) -> None:
    """Whatever is altered in a recorded call, who, what, with which arguments, decided how, under which policy, shows.

    (Governance toolkit: decision, approver and arguments can be altered and the chain still verifies.)
    """
    governed = Governed(Ran(amount="integer").tool)
    governed.call("transfer", {"amount": 1})
    governed.call("transfer", {"amount": "1"})
    governed.call("transfer", {"amount": 2})
    records = list(governed.log.records(TENANT))
    place = next(at for at, record in enumerate(records) if orjson.loads(record.body)["phase"] == phase)
    body = orjson.loads(records[place].body)
    body[field] = _changed(body[field])
    records[place] = Record(records[place].seq, canonical_json(body), records[place].hash)
    reached, flaw = verify(records, TENANT)
    assert flaw is not None
    assert (flaw.seq, reached.count) == (place + 1, place)
