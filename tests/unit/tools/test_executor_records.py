"""What the executor records of a call, and what happens where it cannot."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from casewright.audit.chain import verify
from casewright.domain.actors import Actor
from casewright.domain.ids import ActorId, TenantId
from casewright.errors import BadToolDefinition, StorageFull
from casewright.tools.calls import CallContext, Status, ToolCall
from casewright.tools.definition import define_tool, tool
from casewright.tools.executor import Executor
from casewright.tools.registry import Registry
from tests.fakes.fixed_clock import START, FixedClock
from tests.fakes.governed import ADMIN, AGENT, TENANT, Governed
from tests.fakes.plain_tools import add, greet

if TYPE_CHECKING:
    from collections.abc import Mapping

    from casewright.audit.chain import Record
    from casewright.audit.events import Event


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
