"""Tests of casewright.tools.executor."""

from __future__ import annotations

import asyncio
import threading
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import BaseModel

from casewright.audit.chain import verify
from casewright.domain.actors import Actor
from casewright.domain.ids import ActorId, MatterId, TenantId
from casewright.domain.matters import MatterKind
from casewright.errors import BadToolDefinition, InvalidInput, NotFound, StorageFull
from casewright.tools.calls import CallContext, Failure, Status, ToolCall
from casewright.tools.cancellation import stop_if_cancelled
from casewright.tools.clearance import NO_APPROVER
from casewright.tools.definition import Tool, define_tool, tool
from casewright.tools.executor import Executor
from casewright.tools.registry import Registry
from tests.fakes.fixed_clock import START, FixedClock
from tests.fakes.governed import ADMIN, AGENT, TENANT, Governed
from tests.fakes.memory_matters import MemoryMatters

if TYPE_CHECKING:
    from collections.abc import Mapping

    from casewright.audit.chain import Record
    from casewright.audit.events import Event


@tool(safety_level="safe")
def add(left: int, right: int = 1) -> int:
    """Add two whole numbers."""
    return left + right


@tool(safety_level="safe")
async def greet(context: CallContext, name: str) -> str:
    """Greet someone."""
    return f"{context.actor.id} greets {name}"


def failing(error: BaseException) -> Tool:
    """A tool whose handler raises ``error``."""

    def handler(_arguments: Mapping[str, Any]) -> object:
        raise error

    return define_tool("failing", "Fails.", [], handler=handler)


def returning(value: object, **settings: Any) -> Tool:
    """A tool whose handler returns ``value``."""
    return define_tool("returning", "Returns.", [], handler=lambda _arguments: value, **settings)


@pytest.mark.requirement("tool-executor-order", "tool-audit-both")
def test_call_that_runs_leaves_intent_and_outcome() -> None:
    """A call that runs has an intent before it and an outcome that points back to it."""
    governed = Governed(add)
    result = governed.call("add", {"left": 2})
    assert (result.status, result.structured, result.content) == (Status.SUCCESS, 3, "3")
    intent, outcome = governed.events()
    assert (intent["phase"], intent["result_status"]) == ("intent", None)
    assert (outcome["phase"], outcome["result_status"], outcome["intent_seq"]) == ("outcome", "SUCCESS", intent["seq"])
    assert outcome["result_hash"].startswith("sha256:")
    assert result.metadata.audit_seq == outcome["seq"]


@pytest.mark.requirement("tool-audit-fields")
def test_event_has_the_fields_of_the_seed() -> None:
    """An agent's event carries the seed's fields under the seed's names."""
    governed = Governed(add, rules='[tools.add]\nroles = ["document_agent"]')
    governed.call("add", {"left": 2}, CallContext(AGENT, debate="d", round=2))
    event = governed.events()[-1]
    assert event["event_type"] == "agent.tool_call"
    assert event["agent_id"] == AGENT.id
    assert (event["tool_name"], event["tool_args"], event["result_status"]) == ("add", {"left": 2}, "SUCCESS")
    assert (event["debate_id"], event["round_number"]) == ("d", 2)
    assert event["timestamp"] == START.isoformat()
    assert event["policy_hash"] == governed.policy.hash


def test_person_is_recorded_as_a_person() -> None:
    """A person's call has the event type person.tool_call and the person's id."""
    governed = Governed(add)
    governed.call("add", {"left": 2})
    assert {(event["event_type"], event["agent_id"]) for event in governed.events()} == {("person.tool_call", "ada")}


def test_async_tool_gets_its_context() -> None:
    """An async function runs on the loop and a parameter annotated CallContext is filled in."""
    assert Governed(greet).call("greet", {"name": "Bo"}).content == "ada greets Bo"


STOPPED: dict[str, tuple[str, Mapping[str, object], Status, str]] = {
    "unknown": ("nothing_like_it", {}, Status.UNKNOWN_TOOL, "Unknown tool: nothing_like_it"),
    "missing": ("add", {}, Status.INVALID_ARGUMENTS, "Required parameter 'left' missing"),
    "extra": ("add", {"left": 1, "x": 2}, Status.INVALID_ARGUMENTS, "Unknown parameter 'x': remove it"),
    "coerced": ("add", {"left": "1"}, Status.INVALID_ARGUMENTS, "Parameter 'left': Input should be a valid integer"),
    "not JSON": ("add", {"left": object()}, Status.INVALID_ARGUMENTS, "The arguments are not JSON"),
    "surrogate": ("greet", {"name": "\ud800"}, Status.INVALID_ARGUMENTS, "The arguments are not JSON"),
}


@pytest.mark.requirement("tool-statuses", "tool-audit-stopped")
@pytest.mark.parametrize("case", STOPPED)
def test_call_stopped_at_a_gate(case: str) -> None:
    """A call that is stopped says why in its stable text and leaves exactly one event, with its status."""
    name, arguments, status, text = STOPPED[case]
    governed = Governed(add, greet)
    result = governed.call(name, arguments)
    assert result.status is status
    assert result.content.startswith(text)
    assert governed.trail() == [("stopped", status.upper())]


@pytest.mark.requirement("tool-default-deny")
def test_role_that_is_not_listed_is_denied() -> None:
    """A role that the policy does not list for the tool is denied, with the protocol's text, and nothing runs."""
    ran: list[int] = []
    governed = Governed(define_tool("mark", "Marks.", [], handler=lambda _: ran.append(1)))
    client = CallContext(Actor(TENANT, ActorId("cy"), "CLIENT"))
    result = governed.call("mark", {}, client)
    assert (result.status, result.content) == (Status.DENIED, "Tool 'mark' is not permitted for CLIENT")
    assert governed.trail() == [("stopped", "DENIED")]
    assert ran == []


@pytest.mark.requirement("tool-no-approver")
def test_dangerous_tool_without_an_approver_is_refused() -> None:
    """A dangerous tool that nobody can approve does not run, in the seed's words."""
    ran: list[int] = []
    wipe = define_tool("wipe", "Wipes.", [], safety_level="dangerous", handler=lambda _: ran.append(1))
    governed = Governed(wipe)
    result = governed.call("wipe")
    assert (result.status, result.content) == (Status.NO_APPROVER, NO_APPROVER)
    assert governed.trail() == [("stopped", "NO_APPROVER")]
    assert ran == []


@pytest.mark.requirement("tool-matter-scope")
def test_matter_that_cannot_be_seen_reads_like_one_that_is_missing() -> None:
    """Another tenant's matter, a missing one and one outside the context give the same answer, and nothing runs."""
    ran: list[str] = []
    matters = MemoryMatters()

    def new(tenant: TenantId) -> str:
        return matters.create(
            tenant,
            title="x",
            description="",
            kind=MatterKind.MATTER,
            jurisdiction=None,
            created_by=ActorId("x"),
            at=START,
        ).id

    mine, other, foreign = new(TENANT), new(TENANT), new(TenantId("rival"))
    spec = [{"name": "matter_id", "type": "string", "description": "The matter"}]
    governed = Governed(
        define_tool("look", "Looks.", spec, handler=lambda given: ran.append(given["matter_id"])), matters=matters
    )
    inside = CallContext(ADMIN, matter=MatterId(mine))
    for asked, context in (
        (foreign, CallContext(ADMIN)),
        ("00000000-0000-4000-8000-000000000000", CallContext(ADMIN)),
        (other, inside),
    ):
        result = governed.call("look", {"matter_id": asked}, context)
        assert (result.status, result.metadata.error_kind) == (Status.ERROR, "NotFound")
        assert result.content == f"Matter {asked!r} not found: 'casewright matter list' shows the ids"
    assert governed.call("look", {"matter_id": mine}, inside).success
    assert ran == [mine]


@pytest.mark.requirement("tool-limits")
def test_limit_is_per_round_and_role() -> None:
    """After the limit of a round a call is refused with what is left and when it resets; a new round starts anew."""
    governed = Governed(add, rules='[tools.add]\nroles = ["ADMIN"]\nmax_calls_per_round = 2')
    rounds = [1, 1, 1, 2]
    results = [governed.call("add", {"left": 1}, CallContext(ADMIN, run="r", round=number)) for number in rounds]
    assert [result.status.value for result in results] == ["success", "success", "limited", "success"]
    assert "may be called 2 times a round by ADMIN, 0 are left; it resets with the next round" in results[2].content


@pytest.mark.requirement("tool-limits-atomic")
def test_limit_holds_for_calls_side_by_side() -> None:
    """Of 64 parallel calls exactly as many run as the limit allows, and results keep the order of the calls."""
    ran: list[int] = []
    spec = [{"name": "n", "type": "integer", "description": "A number"}]
    count = define_tool("count", "Counts.", spec, required=["n"], handler=lambda given: ran.append(given["n"]))
    governed = Governed(count, rules='[tools.count]\nroles = ["ADMIN"]\nmax_calls_per_round = 7')
    results = governed.call_many([ToolCall(str(n), "count", {"n": n}) for n in range(64)])
    assert [result.id for result in results] == [str(n) for n in range(64)]
    assert len(ran) == 7
    assert sum(result.status is Status.LIMITED for result in results) == 57


PRECONDITIONS: dict[str, tuple[dict[str, object], str]] = {
    "no evidence": ({"evidence_refs": [], "description": "d" * 50}, "at least 1 in 'evidence_refs', 0 given"),
    "short": ({"evidence_refs": ["e"], "description": "d" * 49}, "at least 50 characters in 'description', 49 given"),
}


@pytest.mark.requirement("tool-preconditions")
@pytest.mark.parametrize("case", PRECONDITIONS)
def test_precondition_of_the_policy(case: str) -> None:
    """Arguments that miss a precondition of the policy stop the call and say what is missing."""
    arguments, text = PRECONDITIONS[case]
    spec = [
        {"name": "evidence_refs", "type": "array", "description": "Evidence"},
        {"name": "description", "type": "string", "description": "What"},
    ]
    rules = '[tools.flag]\nroles = ["ADMIN"]\nmin_items = { evidence_refs = 1 }\nmin_characters = { description = 50 }'
    governed = Governed(define_tool("flag", "Flags.", spec, handler=lambda _: None), rules=rules)
    result = governed.call("flag", arguments)
    assert result.status is Status.LIMITED
    assert text in result.content
    assert governed.call("flag", {"evidence_refs": ["e"], "description": "d" * 50}).success


class FullLog:
    """An audit that takes ``room`` events and then refuses."""

    def __init__(self, log: Any, room: int) -> None:
        self._log, self._room = log, room

    def submit(self, event: Event) -> int:
        if self._room == 0:
            raise StorageFull("There is no room left")
        self._room -= 1
        seq: int = self._log.submit(event)
        return seq

    def records(self, tenant: TenantId, after: int = 0) -> Any:
        return self._log.records(tenant, after)

    def head(self, tenant: TenantId) -> Any:
        return self._log.head(tenant)


@pytest.mark.requirement("tool-record-first")
def test_call_that_cannot_be_recorded_does_not_run() -> None:
    """Where the intent cannot be written the tool does not run, and its place in the limit is given back."""
    ran: list[int] = []
    mark = define_tool("mark", "Marks.", [], handler=lambda _: ran.append(1))
    governed = Governed(mark, rules='[tools.mark]\nroles = ["ADMIN"]\nmax_calls_per_round = 1')
    refusing = Executor(
        Registry([mark]), policy=governed.policy, audit=FullLog(governed.log, 0), clock=FixedClock(), matters=None
    )
    call, context = ToolCall("1", "mark"), CallContext(ADMIN)
    for _ in range(2):
        result = asyncio.run(refusing.execute(call, context))
        assert result.status is Status.ERROR
        assert "could not be recorded, so it did not run: There is no room left" in result.content
    assert ran == []


def test_outcome_that_cannot_be_recorded_is_unknown() -> None:
    """Where the tool ran and its outcome cannot be written, the result says that the outcome is unknown."""
    governed = Governed(add)
    executor = Executor(Registry([add]), policy=governed.policy, audit=FullLog(governed.log, 1), clock=FixedClock())
    result = asyncio.run(executor.execute(ToolCall("1", "add", {"left": 1}), CallContext(ADMIN)))
    assert result.status is Status.UNKNOWN_OUTCOME
    assert governed.trail() == [("intent", None)]


RAISED: dict[str, tuple[BaseException, str, str]] = {
    "own, word for word": (NotFound("Claim 7 not found"), "Tool error: Claim 7 not found", "NotFound"),
    "foreign, by class": (
        ValueError("/etc/secret: password is 123"),
        "Tool error: ValueError inside the tool; the log of this process says more",
        "ToolFailed",
    ),
    "exit": (SystemExit(3), "Tool error: SystemExit inside the tool", "ToolFailed"),
    "interrupt": (KeyboardInterrupt(), "Tool error: KeyboardInterrupt inside the tool", "ToolFailed"),
}


@pytest.mark.requirement("tool-foreign-errors")
@pytest.mark.parametrize("case", RAISED)
@pytest.mark.parametrize("kind", ["sync", "async"])
def test_what_a_handler_raises_is_a_result(case: str, kind: str) -> None:
    """Whatever a handler raises becomes a result; only our own messages reach the model."""
    error, text, error_kind = RAISED[case]
    sync = failing(error)

    @tool(safety_level="safe", name="failing")
    async def asynchronous() -> None:
        """Fails."""
        raise error

    governed = Governed(sync if kind == "sync" else asynchronous)
    result = governed.call("failing")
    assert (result.status, result.metadata.error_kind) == (Status.ERROR, error_kind)
    assert result.content.startswith(text)
    assert "123" not in repr(governed.events())


RETURNED: dict[str, tuple[object, Status, str]] = {
    "text": ("as it is", Status.SUCCESS, "as it is"),
    "nothing": (None, Status.SUCCESS, "nil"),
    "mapping": ({"a": [1, 2.5, None]}, Status.SUCCESS, '{"a":[1,2.5,null]}'),
    "result and no error": (({"a": 1}, None), Status.SUCCESS, '{"a":1}'),
    "result and error": ((None, "it broke"), Status.ERROR, "Tool error: it broke"),
    "failure": (Failure("bad", {"error": "bad"}, InvalidInput), Status.ERROR, '{"error":"bad"}'),
    "generator": ((n for n in range(3)), Status.ERROR, "Tool error: tool 'returning' returned a generator"),
    "object": (object(), Status.ERROR, "Tool error: the result is no data"),
}


@pytest.mark.requirement("tool-formatting")
@pytest.mark.parametrize("case", RETURNED)
def test_what_a_handler_returns(case: str) -> None:
    """A string stays, None reads nil, everything else is compact JSON; what is no data is an error."""
    value, status, text = RETURNED[case]
    result = Governed(returning(value)).call("returning")
    assert result.status is status
    assert result.content.startswith(text)


@pytest.mark.requirement("tool-formatting")
def test_long_text_is_cut_with_a_notice() -> None:
    """Text over 100,000 characters is cut for the model, and says how much is missing."""
    result = Governed(returning("x" * 100_123)).call("returning")
    assert result.content.endswith("[... 123 more characters cut; ask for less at once ...]")
    assert result.structured == "x" * 100_123


class Promise(BaseModel):
    """What a tool promises to return."""

    total: int


@pytest.mark.requirement("tool-output-schema")
def test_result_that_breaks_its_schema_is_an_error() -> None:
    """A result that does not fit the promised output schema is an error that names the place."""

    @tool(safety_level="safe", output=Promise)
    def broken() -> dict[str, str]:
        """Breaks its promise."""
        return {"total": "many"}

    result = Governed(broken).call("broken")
    assert (result.status, result.content) == (
        Status.ERROR,
        "Tool error: tool 'broken' broke its output schema at total",
    )


def blocking_tool(release: threading.Event, safety_level: str, seen: list[str]) -> Tool:
    """A sync tool that blocks until it is let go, then does what it came for unless it was given up."""

    @tool(safety_level=safety_level, timeout=0.05)
    def block() -> str:
        """Blocks."""
        release.wait(10)
        try:
            stop_if_cancelled()
        finally:
            seen.append("ended")
        return "done"

    return block


@pytest.mark.requirement("tool-timeout")
@pytest.mark.parametrize("safety_level", ["safe", "cautious"])
def test_timeout_is_honest(safety_level: str) -> None:
    """A sync tool past its timeout is let go; the result says so, and its late outcome is recorded when it comes."""
    release, seen = threading.Event(), list[str]()
    governed = Governed(blocking_tool(release, safety_level, seen))
    result = governed.call("block")
    assert result.status is Status.TIMEOUT
    assert ("it may still have taken effect" in result.content) == (safety_level == "cautious")
    assert governed.trail() == [("intent", None), ("outcome", "TIMEOUT")]
    release.set()
    governed.executor.close()
    assert seen == ["ended"]
    assert governed.trail()[-1] == ("late", "ERROR")
    assert "given up before it ended" in governed.events()[-1]["reason"]


def test_async_timeout() -> None:
    """An async tool past its timeout is cancelled and reported as timed out."""

    @tool(safety_level="safe", timeout=0.02)
    async def forever() -> None:
        """Never ends."""
        await asyncio.Event().wait()

    result = Governed(forever).call("forever")
    assert (result.status, result.content) == (Status.TIMEOUT, "Tool timed out after 0.02 s")


def test_own_timeout_error_is_an_error() -> None:
    """A TimeoutError that an async handler raises itself is its error, not our timeout."""

    @tool(safety_level="safe")
    async def impatient() -> None:
        """Raises."""
        raise TimeoutError

    assert Governed(impatient).call("impatient").status is Status.ERROR


@pytest.mark.requirement("tool-cancellation")
def test_cancellation_propagates_and_is_recorded() -> None:
    """Cancelling a call cancels an async handler, reaches the caller, and leaves a late event."""
    started = asyncio.Event()

    @tool(safety_level="safe")
    async def forever() -> None:
        """Never ends."""
        started.set()
        await asyncio.Event().wait()

    governed = Governed(forever)

    async def cancel() -> None:
        task = asyncio.create_task(governed.executor.execute(ToolCall("1", "forever"), CallContext(ADMIN)))
        await started.wait()
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task

    asyncio.run(cancel())
    assert governed.trail() == [("intent", None), ("late", "ERROR")]


def test_handler_that_cancels_itself_is_an_error() -> None:
    """A CancelledError that nobody asked for is the handler's failure, not the caller's cancellation."""

    @tool(safety_level="safe")
    async def quits() -> None:
        """Quits."""
        raise asyncio.CancelledError

    result = Governed(quits).call("quits")
    assert (result.status, result.content) == (Status.ERROR, "Tool error: tool 'quits' cancelled itself")


def test_handler_may_call_the_executor() -> None:
    """A tool that calls another through the executor works, and both calls are recorded."""
    box: list[Governed] = []

    @tool(safety_level="safe")
    async def outer(context: CallContext) -> object:
        """Calls add."""
        inner = await box[0].executor.execute(ToolCall("2", "add", {"left": 4}), context)
        return inner.structured

    box.append(Governed(add, outer))
    assert box[0].call("outer").structured == 5
    assert [event["tool_name"] for event in box[0].events()] == ["outer", "add", "add", "outer"]


@pytest.mark.requirement("tool-sensitive")
def test_sensitive_arguments_are_recorded_as_keyed_hashes() -> None:
    """A sensitive argument stands in the audit as a keyed hash only: equal values equal, nothing readable."""

    @tool(safety_level="safe", sensitive=["secret"])
    def keep(secret: str, note: str) -> str:
        """Keeps a secret."""
        return note

    governed = Governed(keep)
    for secret in ("alpha-9", "alpha-9", "beta-7"):
        governed.call("keep", {"secret": secret, "note": "n"})
    hashes = [event["tool_args"]["secret"] for event in governed.events() if event["phase"] == "intent"]
    assert hashes[0] == hashes[1] != hashes[2]
    assert hashes[0].startswith("hmac-sha256:")
    assert "alpha-9" not in repr(governed.events())


def test_sensitive_arguments_need_a_key() -> None:
    """An executor without a key refuses a tool with sensitive arguments: its hashes could be guessed."""

    @tool(safety_level="safe", sensitive=["secret"])
    def keep(secret: str) -> str:
        """Keeps a secret."""
        return secret

    governed = Governed(add)
    with pytest.raises(BadToolDefinition, match="'keep' has sensitive arguments"):
        Executor(Registry([keep]), policy=governed.policy, audit=governed.log, clock=FixedClock())


def test_long_arguments_are_recorded_as_their_hash() -> None:
    """Arguments over 64 KiB are recorded as their hash and size."""
    governed = Governed(greet)
    governed.call("greet", {"name": "x" * 70_000})
    recorded = governed.events()[0]["tool_args"]
    assert recorded["bytes"] > 70_000
    assert len(recorded["sha256"]) == 64


@given(
    st.lists(
        st.tuples(
            st.sampled_from(["add", "greet", "boom", "missing"]),
            st.dictionaries(st.sampled_from(["left", "name", "x"]), st.integers() | st.text(max_size=3), max_size=2),
            st.sampled_from(["ADMIN", "CLIENT", "nobody"]),
        ),
        max_size=12,
    )
)
@pytest.mark.requirement("tool-audit-both", "tool-never-raises")
def test_every_call_is_accounted_for(calls: list[tuple[str, dict[str, Any], str]]) -> None:
    """For any calls: never an exception, one result each, and every intent has its outcome in a chain that verifies."""
    boom = define_tool("boom", "Fails.", [], handler=_boom)
    governed = Governed(add, greet, boom, rules='[tools.add]\nroles = ["ADMIN", "CLIENT"]\nmax_calls_per_round = 3')
    for name, arguments, role in calls:
        governed.call(name, arguments, CallContext(Actor(TENANT, ActorId("x"), role)))
    governed.executor.close()
    events = governed.events()
    intents = {event["seq"] for event in events if event["phase"] == "intent"}
    outcomes = [event["intent_seq"] for event in events if event["phase"] == "outcome"]
    assert sorted(intents) == sorted(outcomes)
    assert len(intents) + sum(event["phase"] == "stopped" for event in events) == len(calls)
    records: list[Record] = list(governed.log.records(TENANT))
    assert verify(records, TENANT, head=governed.log.head(TENANT))[1] is None


def _boom(_arguments: Mapping[str, Any]) -> object:
    raise ZeroDivisionError
