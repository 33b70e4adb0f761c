"""What other systems get wrong about governed calls (the house's list of anchors), each shown to be right here.

Those of the list that need a pending approval (arguments changed under it, one used twice, "always approve", who
approved, a flipped condition on resume) stand with the approvals.
"""

from __future__ import annotations

import asyncio
import inspect
import threading
from dataclasses import fields
from typing import TYPE_CHECKING, Any

import orjson
import pytest

from casewright.audit.chain import Record, verify
from casewright.audit.events import Event
from casewright.canonical import canonical_json
from casewright.domain.actors import Actor
from casewright.domain.ids import ActorId, TenantId
from casewright.errors import BadToolDefinition, Unavailable
from casewright.policy.policy import EMPTY, compile_policy
from casewright.tools.calls import CallContext, Status, ToolCall
from casewright.tools.definition import Tool, define_tool, tool
from casewright.tools.executor import Executor
from casewright.tools.registry import Registry
from tests.fakes.fixed_clock import FixedClock
from tests.fakes.governed import ADMIN, AGENT, TENANT, Governed
from tests.fakes.memory_matters import MemoryMatters

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from casewright.audit.memory import MemoryAuditLog

pytestmark = pytest.mark.requirement("tool-weaknesses")


class Ran:
    """A tool that counts how often it ran."""

    def __init__(self, name: str = "transfer", level: str = "cautious", **parameters: str) -> None:
        self.times = 0
        spec = [{"name": key, "type": kind, "description": ""} for key, kind in parameters.items()]
        self.tool = define_tool(name, "Counts.", spec, safety_level=level, handler=self._run)

    def _run(self, _arguments: Mapping[str, Any]) -> int:
        self.times += 1
        return self.times


def under(policy: str, *tools: Tool, log: MemoryAuditLog | None = None) -> tuple[Executor, MemoryAuditLog]:
    """An executor under the policy's text, and its audit."""
    governed = Governed(log=log)
    texts = {"p": policy} if policy else {}
    compiled = compile_policy(texts)
    return Executor(Registry(tools), policy=compiled, audit=governed.log, clock=FixedClock()), governed.log


def call(executor: Executor, name: str, arguments: Mapping[str, object], actor: Actor = ADMIN) -> Status:
    """Run one call to its end; its status."""
    return asyncio.run(executor.execute(ToolCall("1", name, arguments), CallContext(actor))).status


ROLES = '[roles]\npeople = ["ADMIN"]\nmodels = ["document_agent"]\n'


def test_tool_that_is_not_listed_is_not_approved_by_itself() -> None:
    """A registered tool that the policy does not list runs for nobody. (LangChain: not listed is auto-approved.)"""
    ran = Ran()
    executor, _ = under(ROLES, ran.tool)
    assert [call(executor, "transfer", {}, actor) for actor in (ADMIN, AGENT)] == [Status.DENIED] * 2
    assert ran.times == 0


@pytest.mark.parametrize(
    "policy", ["", ROLES, "[tools.transfer]\nroles = []\n"], ids=["none", "roles only", "no roles"]
)
@pytest.mark.parametrize("level", ["safe", "cautious", "dangerous"])
def test_no_policy_allows_nothing(policy: str, level: str) -> None:
    """Without a policy, or with an empty one, not even a safe tool runs. (inspect_ai: no policy allows everything.)"""
    ran = Ran(level=level)
    executor, _ = under(policy, ran.tool)
    assert call(executor, "transfer", {}) is Status.DENIED
    assert ran.times == 0
    assert EMPTY.rules == {}


def test_executor_cannot_be_made_without_a_policy() -> None:
    """A policy and an audit are no options that one could forget."""
    parameters = inspect.signature(Executor).parameters
    assert parameters["policy"].default is parameters["audit"].default is inspect.Parameter.empty


@pytest.mark.parametrize("name", ["read_file_and_delete", "read_fil", "read_", "read", "Read_file", "read_file ", "*"])
def test_names_do_not_match_by_prefix(name: str) -> None:
    """A permission for read_file is one for no other name, longer, shorter or alike. (inspect_ai: prefixes match.)"""
    allowed, other = Ran("read_file"), Ran(name) if name.isidentifier() and name.islower() else None
    tools = [allowed.tool] if other is None else [allowed.tool, other.tool]
    executor, _ = under(f'{ROLES}[tools.read_file]\nroles = ["ADMIN"]', *tools)
    assert call(executor, name, {}) in (Status.DENIED, Status.UNKNOWN_TOOL)
    assert call(executor, "read_file", {}) is Status.SUCCESS
    assert (allowed.times, other.times if other else 0) == (1, 0)


@pytest.mark.parametrize("role", ["ADMI", "ADMINS", "admin", "ADMIN ", ""])
def test_roles_do_not_match_by_likeness(role: str) -> None:
    """A role is the one that is listed and none that looks like it."""
    ran = Ran()
    executor, _ = under(f'{ROLES}[tools.transfer]\nroles = ["ADMIN"]', ran.tool)
    assert call(executor, "transfer", {}, Actor(TENANT, ActorId("x"), role)) is Status.DENIED


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


def test_permissions_are_per_agent() -> None:
    """Each role may call its own tools only, and one role's limit is not used up by another."""
    look, flag = Ran("look"), Ran("flag")
    rules = (
        '[roles]\npeople = ["ADMIN"]\nmodels = ["one", "other"]\n'
        '[tools.look]\nroles = ["one", "other"]\nmax_calls_per_round = 1\n[tools.flag]\nroles = ["other"]'
    )
    executor, _ = under(rules, look.tool, flag.tool)
    one, other = (Actor(TENANT, ActorId(role), role) for role in ("one", "other"))
    assert [call(executor, "look", {}, actor) for actor in (one, one, other)] == [
        Status.SUCCESS,
        Status.LIMITED,
        Status.SUCCESS,
    ]
    assert [call(executor, "flag", {}, actor) for actor in (one, other, ADMIN)] == [
        Status.DENIED,
        Status.SUCCESS,
        Status.DENIED,
    ]


def test_tenants_do_not_share_limits_or_trails() -> None:
    """A tenant's calls count towards its own limit and stand in its own chain."""
    look = Ran("look")
    executor, log = under(f'{ROLES}[tools.look]\nroles = ["ADMIN"]\nmax_calls_per_round = 1', look.tool)
    tenants = [TenantId("acme"), TenantId("zeta")]
    for tenant in tenants:
        assert call(executor, "look", {}, Actor(tenant, ActorId("a"), "ADMIN")) is Status.SUCCESS
    for tenant in tenants:
        records = list(log.records(tenant))
        assert {orjson.loads(record.body)["tenant_id"] for record in records} == {tenant}
        assert verify(records, tenant)[1] is None


def test_matter_of_another_tenant_reads_like_none() -> None:
    """Naming another tenant's matter tells no more than naming one that does not exist."""
    ran = Ran("look", matter_id="string")
    governed = Governed(ran.tool, matters=MemoryMatters())
    result = governed.call("look", {"matter_id": "7a0d2f9e-6f0b-4f36-9a53-6a1d5b2c9e10"})
    assert (result.status, result.metadata.error_kind, ran.times) == (Status.ERROR, "NotFound", 0)


HINTS: dict[str, Callable[[], Tool]] = {
    "no level": lambda: tool()(_bare),  # type: ignore[call-arg]
    "unknown level": lambda: tool(safety_level="mostly harmless")(_bare),
}


def _bare() -> None:
    """Do."""


@pytest.mark.parametrize("case", HINTS)
def test_safety_level_is_no_hint(case: str) -> None:
    """A tool has one of three levels or is none, and a dangerous one does not run unapproved. (MCP: hints only.)"""
    with pytest.raises((BadToolDefinition, TypeError)):
        HINTS[case]()
    ran = Ran(level="dangerous")
    assert Governed(ran.tool).call("transfer").status is Status.NO_APPROVER
    assert ran.times == 0
