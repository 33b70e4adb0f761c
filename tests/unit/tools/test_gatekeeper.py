"""Tests of casewright.tools.gatekeeper, and of the gates that an executor is handed."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import TYPE_CHECKING

import orjson
import pytest

from casewright.audit.memory import MemoryAuditLog
from casewright.errors import Refused
from casewright.policy.policy import compile_policy
from casewright.tools.admission import Stop
from casewright.tools.calls import CallContext, SafetyLevel, Status, ToolCall
from casewright.tools.definition import Tool, tool
from casewright.tools.executor import Executor
from casewright.tools.gatekeeper import Gatekeeper
from casewright.tools.gates.argument_check import ArgumentCheck
from casewright.tools.gates.permission import Permission
from casewright.tools.gates.standard import standard_gates
from casewright.tools.ports.entry import Prepared
from casewright.tools.recorder import Recorder
from casewright.tools.registry import Registry
from tests.fakes.fixed_clock import FixedClock
from tests.fakes.governed import ADMIN, KEY, TENANT

if TYPE_CHECKING:
    from collections.abc import Sequence

    from casewright.tools.gates.gate import Candidate, Gate
    from casewright.tools.ports.entry import Entry

POLICY = compile_policy(
    {"mine": '[roles]\npeople = ["ADMIN"]\n[tools.note]\nroles = ["ADMIN"]\nmin_characters = { text = 4 }'}
)
NOTE = ToolCall("1", "note", {"text": "of Ana"})


@tool(safety_level=SafetyLevel.CAUTIOUS)
def note(text: str) -> str:
    """Note a text."""
    return text


class Shift:
    """A gate that is open or not."""

    def __init__(self, *, is_open: bool) -> None:
        self.is_open = is_open
        self.asked: list[Candidate] = []

    def __call__(self, candidate: Candidate) -> None:
        self.asked.append(candidate)
        if not self.is_open:
            raise Stop(Status.DENIED, "Nobody is here: come back tomorrow", Refused)


class Redaction:
    """Fits ``Entry``: every call is private, and a name is taken out of its texts."""

    def __init__(self, name: str, instead: str = "X") -> None:
        self.name, self.instead = name, instead
        self.prepared: list[ToolCall] = []

    def withheld(self, call: ToolCall, context: CallContext) -> frozenset[str] | None:
        return frozenset(call.arguments)

    def prepare(self, call: ToolCall, context: CallContext, tool: Tool) -> Prepared:
        self.prepared.append(call)
        arguments = {key: str(value).replace(self.name, self.instead) for key, value in call.arguments.items()}
        return Prepared(replace(call, arguments=arguments), replace(context, why=self.instead), {"name": 1})

    def guards(self, tool: Tool) -> bool:
        return True

    def prepare_stopped(self, call: ToolCall, context: CallContext) -> tuple[bool, CallContext]:
        return True, context


def executor_with(*gates: Gate, entry: Entry | None = None) -> tuple[Executor, MemoryAuditLog]:
    log = MemoryAuditLog()
    executor = Executor(
        Registry([note]), policy=POLICY, audit=log, clock=FixedClock(), key=KEY, gates=gates, entry=entry
    )
    return executor, log


def bodies(log: MemoryAuditLog) -> list[dict[str, object]]:
    return [orjson.loads(record.body) for record in log.records(TENANT)]


@pytest.mark.parametrize("missing", [Permission, ArgumentCheck])
def test_without_permission_or_checked_arguments_nothing_is_let_in(missing: type[object]) -> None:
    """A sequence that leaves out one of the two lets no call through: the answer is no by default."""
    gates: Sequence[Gate] = standard_gates(policy=POLICY, clock=FixedClock())
    keeper = Gatekeeper([gate for gate in gates if not isinstance(gate, missing)], Recorder(FixedClock(), "h", KEY))

    with pytest.raises(Stop, match="not permitted: no gate let the call in") as stopped:
        keeper.admit(NOTE, CallContext(ADMIN), note)

    assert stopped.value.status is Status.DENIED


@pytest.mark.parametrize("is_open", [True, False])
def test_a_gate_that_is_handed_in_is_asked_about_every_call(is_open: bool) -> None:
    """It may stop the call in its own words, recorded like any other stop."""
    shift = Shift(is_open=is_open)
    executor, log = executor_with(shift)

    result = asyncio.run(executor.execute(NOTE, CallContext(ADMIN)))

    assert len(shift.asked) == 1
    assert result.success is is_open
    if not is_open:
        assert (result.status, result.content) == (Status.DENIED, "Nobody is here: come back tomorrow")
        assert [event["phase"] for event in bodies(log)] == ["stopped"]


@pytest.mark.parametrize("call", [replace(NOTE, arguments={}), replace(NOTE, name="nothing")])
def test_a_gate_of_ones_own_stands_behind_permission_and_arguments(call: ToolCall) -> None:
    """What is not permitted or cannot be read never gets to it."""
    shift = Shift(is_open=True)
    executor, _ = executor_with(shift)

    assert not asyncio.run(executor.execute(call, CallContext(ADMIN))).success
    assert shift.asked == []


def test_the_hook_masks_what_runs_and_what_is_recorded() -> None:
    """The handler gets the masked text; the audit holds a keyed hash of it, and how much was taken out."""
    executor, log = executor_with(entry=Redaction("Ana"))

    result = asyncio.run(executor.execute(NOTE, CallContext(ADMIN, why="Ana asked")))

    assert result.content == "of X"
    intent = bodies(log)[0]["tool_args"]
    assert isinstance(intent, dict)
    assert intent["masked"] == {"name": 1}
    assert str(intent["text"]).startswith("hmac-sha256:")
    assert not any("Ana" in str(event) for event in bodies(log))


def test_a_call_that_another_gate_stops_is_not_masked() -> None:
    """Masking may keep what it takes out, so it comes last of all that can refuse the caller."""
    redaction = Redaction("Ana")
    executor, log = executor_with(Shift(is_open=False), entry=redaction)

    asyncio.run(executor.execute(NOTE, CallContext(ADMIN)))

    assert redaction.prepared == []
    assert "Ana" not in str(bodies(log))


def test_masked_arguments_are_checked_again() -> None:
    """What masking left has to be what the tool and the policy ask for."""
    executor, _ = executor_with(entry=Redaction("of Ana", "X"))

    result = asyncio.run(executor.execute(NOTE, CallContext(ADMIN)))

    assert (result.status, result.content) == (
        Status.LIMITED,
        "'note' needs at least 4 characters in 'text', 1 given",
    )
