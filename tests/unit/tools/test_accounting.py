"""A property of the whole protocol: whatever is asked, decided, refused or cut off, everything is accounted for."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any, Literal

import orjson
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from casewright.adapters.database.approvals import SqlApprovals
from casewright.adapters.database.audit_log import SqlAuditLog
from casewright.adapters.database.engine import open_database
from casewright.adapters.database.journal import SqlJournal
from casewright.audit.chain import verify_log
from casewright.audit.memory import MemoryAuditLog
from casewright.domain.actors import Actor
from casewright.domain.ids import ActorId, TenantId
from casewright.policy.policy import compile_policy
from casewright.tools.calls import CallContext, Status, ToolCall
from casewright.tools.decisions import Approve, Decision, Edit, Reject
from casewright.tools.definition import Tool, define_tool
from casewright.tools.executor import Executor
from casewright.tools.registry import Registry
from casewright.tools.tenancy import acting_in
from tests.databases import EVERYWHERE
from tests.fakes.fixed_clock import FixedClock
from tests.fakes.memory_approvals import MemoryApprovals
from tests.fakes.memory_journal import MemoryJournal

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from casewright.tools.ports.approvals import ApprovalStore
    from casewright.tools.ports.audit import AuditLog
    from casewright.tools.ports.journal import CallJournal

LIMIT = 3
TENANT = TenantId("acme")
POLICY = compile_policy(
    {
        "rules": f"""
[roles]
people = ["ADMIN", "PARTNER", "CLIENT"]
[tools.look]
roles = ["ADMIN", "CLIENT"]
max_calls_per_round = {LIMIT}
[tools.change]
roles = ["ADMIN"]
[tools.wipe]
roles = ["ADMIN"]
max_calls_per_round = {LIMIT}
approval = {{ roles = ["PARTNER"], four_eyes = true, expires_hours = 1 }}
"""
    }
)


class Crash(BaseException):
    """Stands for the end of the process, at whatever point it is raised."""


class World:
    """Stores that outlive their executors, and executors that may end at any event."""

    def __init__(self, audit: AuditLog, approvals: ApprovalStore, journal: CallJournal) -> None:
        self.audit, self.approvals, self.journal = audit, approvals, journal
        self.clock = FixedClock()
        self.run = 0
        self.started: list[str] = []
        self.stopped = 0
        self.crash_in: int | None = None
        self.executor = self._executor()

    def submit(self, event: Any) -> Any:
        """Record an event; where the world ends, the event is recorded and nobody hears of it."""
        receipt = self.audit.submit(event)
        if self.crash_in is not None:
            self.crash_in -= 1
            if self.crash_in < 0:
                if not isinstance(receipt, int):
                    receipt.result(30)
                raise Crash
        return receipt

    def records(self, tenant: TenantId, after: int = 0) -> Any:
        return self.audit.records(tenant, after)

    def head(self, tenant: TenantId) -> Any:
        return self.audit.head(tenant)

    def restart(self) -> None:
        """A new process: the stores stay, the counts of a round do not."""
        self.crash_in = None
        self.run += 1
        self.executor = self._executor()

    def call(self, name: str, role: str, value: object, key: str | None) -> None:
        """Ask for one call."""
        actor = Actor(TENANT, ActorId(role.lower()), role)
        context = CallContext(actor, run=str(self.run), round=1, idempotency_key=key)
        self._count(self.executor.execute(ToolCall("1", name, {"value": value}), context))

    def decide(self, which: int, decision: Decision, role: str) -> None:
        """Decide on one of the requests."""
        requests = self.approvals.all(TENANT)
        request = requests[which % len(requests)].id if requests else "none"
        context = CallContext(Actor(TENANT, ActorId(f"{role.lower()}-2"), role))
        self._count(self.executor.decide(request, decision, context))

    def events(self) -> list[dict[str, Any]]:
        return [orjson.loads(record.body) for record in self.audit.records(TENANT)]

    def _count(self, work: Any) -> None:
        try:
            asyncio.run(work)
        except Crash:
            self.restart()

    def _executor(self) -> Executor:
        async def handler(name: str, given: Mapping[str, Any]) -> object:
            self.started.append(name)
            if given["value"] == 13:
                raise ZeroDivisionError
            return given["value"]

        return Executor(
            Registry([self._tool(name, level, handler) for name, level in LEVELS.items()]),
            policy=POLICY,
            audit=self,
            clock=self.clock,
            key=b"k" * 32,
            approvals=self.approvals,
            journal=self.journal,
            threads=1,
        )

    def _tool(self, name: str, level: str, handler: Callable[[str, Mapping[str, Any]], Any]) -> Tool:
        spec = [{"name": "value", "type": "integer", "description": "A number"}]

        async def run(given: Mapping[str, Any]) -> object:
            result: object = await handler(name, given)
            return result

        return define_tool(name, "Does.", spec, required=["value"], safety_level=level, handler=run)


LEVELS = {"look": "safe", "change": "cautious", "wipe": "dangerous"}
ROLES = st.sampled_from(["ADMIN", "PARTNER", "CLIENT", "nobody"])
DECISIONS = st.sampled_from([Approve(), Approve(), Reject("no"), Edit({"value": 2}), Edit({"value": "x"})])
CALLS = st.tuples(
    st.just("call"),
    st.sampled_from([*LEVELS, "missing"]),
    ROLES,
    st.sampled_from([1, 2, 13, "x"]),
    st.sampled_from([None, None, "k", "l"]),
)
STEPS = st.one_of(
    CALLS,
    CALLS,
    st.tuples(st.just("decide"), st.integers(0, 5), DECISIONS, ROLES),
    st.tuples(st.just("crash"), st.integers(0, 4)),
    st.tuples(st.just("wait"), st.integers(1, 90)),
)


def play(world: World, steps: list[tuple[Any, ...]]) -> None:
    for step in steps:
        match step:
            case ("call", name, role, value, key):
                world.call(name, role, value, key)
            case ("decide", which, decision, role):
                world.decide(which, decision, role)
            case ("crash", after):
                world.crash_in = after
            case ("wait", minutes):
                world.clock.advance(minutes=minutes)


def check(world: World) -> None:
    events = world.events()
    intents = {event["seq"]: event for event in events if event["phase"] == "intent"}
    ended = [event["intent_seq"] for event in events if event["phase"] == "outcome"]
    assert len(world.started) <= len(intents)
    assert len(ended) == len(set(ended))
    assert set(ended) <= set(intents)
    for name in LEVELS:
        of_tool = [event for event in intents.values() if event["tool_name"] == name]
        assert world.started.count(name) <= len(of_tool)
    granted = {event["approval_id"] for event in events if event["event_type"] == "approval.granted"}
    wiped = [event["approval_id"] for event in intents.values() if event["tool_name"] == "wipe"]
    assert set(wiped) <= granted
    assert len(wiped) == len(set(wiped))
    looked: dict[tuple[str, str], int] = {}
    for event in intents.values():
        if event["tool_name"] == "look":
            place = (event["run_id"], event["role"])
            looked[place] = looked.get(place, 0) + 1
    assert max(looked.values(), default=0) <= LIMIT
    assert verify_log(world.audit, TENANT)[1] is None


@pytest.mark.requirement("call-accounted")
@given(st.lists(STEPS, max_size=25))
def test_everything_is_accounted_for(steps: list[tuple[Any, ...]]) -> None:
    """Handlers started ≤ intents; no outcome without intent; a dangerous call only by a grant, once; limits hold."""
    world = World(MemoryAuditLog(), MemoryApprovals(), MemoryJournal())
    play(world, steps)
    check(world)


@pytest.mark.requirement("call-accounted")
@pytest.mark.parametrize("kind", EVERYWHERE[1:])
def test_everything_is_accounted_for_on_disk(kind: str, new_address: Callable[[str], str]) -> None:
    """The same on both databases, in one database after another, so that later sequences meet earlier ones' records."""
    database = open_database(new_address(kind))
    durability: Literal["group", "each"] = "group"
    log = SqlAuditLog(database, durability=durability)
    world = World(log, SqlApprovals(database), SqlJournal(database))

    @settings(max_examples=6)
    @given(st.lists(STEPS, max_size=12))
    def played(steps: list[tuple[Any, ...]]) -> None:
        world.restart()
        play(world, steps)
        with acting_in(TENANT):
            check(world)

    played()
    log.close()
    database.close()


@pytest.mark.requirement("call-accounted", "tool-audit-stopped")
@given(st.lists(CALLS, max_size=20))
def test_every_call_has_its_events(calls: list[tuple[Any, ...]]) -> None:
    """Without crashes every call has an intent with its outcome, or exactly one event that says why it did not run."""
    world = World(MemoryAuditLog(), MemoryApprovals(), MemoryJournal())
    play(world, calls)
    phases = [event["phase"] for event in world.events()]
    assert phases.count("intent") == phases.count("outcome")
    assert phases.count("intent") + sum(phases.count(one) for one in ("stopped", "requested", "replayed")) == len(calls)


@pytest.mark.requirement("tool-limits-atomic")
def test_no_limit_is_exceeded_by_parallel_tasks() -> None:
    """Of 64 calls side by side exactly as many begin to wait, or run, as the limit allows."""
    world = World(MemoryAuditLog(), MemoryApprovals(), MemoryJournal())
    context = CallContext(Actor(TENANT, ActorId("ann"), "ADMIN"), run="r", round=1)
    for name, status in (("look", Status.SUCCESS), ("wipe", Status.APPROVAL_REQUIRED)):
        calls = [ToolCall(str(number), name, {"value": number}) for number in range(64)]
        results = asyncio.run(world.executor.execute_many(calls, context))
        assert sum(one.status is status for one in results) == LIMIT
        assert sum(one.status is Status.LIMITED for one in results) == 64 - LIMIT
