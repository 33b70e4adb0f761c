"""The hard gate behind every output."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest

from casewright.agents.debate.muhasabah_gate import REJECTED, MuhasabahGateError, muhasabah_gate
from casewright.agents.debate.trail import DebateTrail
from casewright.canonical import canonical_json
from casewright.domain.debates import AgentRole
from casewright.domain.ids import TenantId
from casewright.evidence.muhasabah.violations import MuhasabahValidationResult
from evals.muhasabah.corpus import output
from evals.muhasabah.deal import CITABLE, DEAL
from tests.fakes.fixed_clock import FixedClock

if TYPE_CHECKING:
    from collections.abc import Mapping

    from casewright.agents.debate.muhasabah_gate import Enforcer
    from casewright.agents.debate.state import AgentOutput
    from casewright.audit.events import Event

_GOOD = output("ARR was EUR 12.5m in FY2025 <arr>.")
_BAD = replace(
    _GOOD,
    content="ARR was EUR 13m. It has 500 customers.",
    muhasabah_record=replace(_GOOD.muhasabah_record, falsifiability_tests=(), supported_claim_ids=()),
)


class Emitted(list[tuple[str, "Mapping[str, Any]"]]):
    """Keeps what is emitted."""

    async def __call__(self, event_type: str, details: Mapping[str, Any]) -> None:
        self.append((event_type, details))


class Raising:
    """An enforcer that breaks down."""

    def __init__(self, error: Exception) -> None:
        self._error = error

    def validate(self, output: AgentOutput, context: object) -> MuhasabahValidationResult:
        raise self._error


class Contradicting:
    """An enforcer that says valid, and why not."""

    def __init__(self, *, valid: Any) -> None:
        self._valid = valid

    def validate(self, output: AgentOutput, context: object) -> MuhasabahValidationResult:
        return MuhasabahValidationResult(self._valid, ())


def gate(one: Any, emitted: Emitted, enforcer: Enforcer | None = None) -> AgentOutput:
    """The gate's answer."""
    return asyncio.run(muhasabah_gate(one, CITABLE, emit=emitted, enforcer=enforcer))


@pytest.mark.requirement("debate-gate")
def test_a_valid_output_passes_as_it_is() -> None:
    """What keeps every rule comes back unchanged and records nothing."""
    emitted = Emitted()
    assert gate(_GOOD, emitted) is _GOOD
    assert emitted == []


@pytest.mark.requirement("debate-gate")
def test_muhasabah_gate_rejection() -> None:
    """An invalid output raises with the agent and every violation, and the event holds them all."""
    emitted = Emitted()
    with pytest.raises(MuhasabahGateError) as raised:
        gate(_BAD, emitted)
    rules = [one.rule.value for one in raised.value.violations]
    assert raised.value.agent_id == "advocate"
    assert sorted(set(rules)) == ["FALSIFIABILITY_MISSING", "NO_FREE_FACTS"]
    assert rules.count("NO_FREE_FACTS") == 3
    assert emitted == [
        (REJECTED, {"agent_id": "advocate", "violations": [one.to_dict() for one in raised.value.violations]})
    ]


@pytest.mark.requirement("debate-gate")
@pytest.mark.parametrize(
    "error", [ValueError("secret"), RecursionError(), MemoryError(), AssertionError(), KeyError(1)]
)
def test_an_enforcer_that_raises_rejects(error: Exception) -> None:
    """The gate fails closed: any exception rejects, and the event tells its class only."""
    emitted = Emitted()
    with pytest.raises(MuhasabahGateError, match=f"CHECK_FAILED: It could not be checked: {type(error).__name__}"):
        gate(_GOOD, emitted, Raising(error))
    assert "secret" not in str(emitted)
    assert len(emitted) == 1


@pytest.mark.parametrize("valid", [False, None, 1, "yes"])
def test_only_true_is_valid(valid: object) -> None:
    """An enforcer that does not say True rejects."""
    with pytest.raises(MuhasabahGateError):
        gate(_GOOD, Emitted(), Contradicting(valid=valid))


@pytest.mark.requirement("debate-gate")
@pytest.mark.parametrize(
    "nonsense",
    [
        None,
        {},
        "an output",
        replace(_GOOD, content=None),  # type: ignore[arg-type] # what a broken mind might make
        replace(_GOOD, content=5),  # type: ignore[arg-type]
        replace(_GOOD, muhasabah_record=None),  # type: ignore[arg-type]
        replace(_GOOD, claim_refs=("arr",)),  # type: ignore[arg-type]
        replace(_GOOD, timestamp="now"),
        replace(_GOOD, content="x" * 1_000_000),
        replace(_GOOD, structured_content=5),  # type: ignore[arg-type]
        replace(_GOOD, muhasabah_record=replace(_GOOD.muhasabah_record, confidence="sure")),  # type: ignore[arg-type]
        replace(_GOOD, muhasabah_record=replace(_GOOD.muhasabah_record, confidence=float("nan"))),
        replace(_GOOD, muhasabah_record=replace(_GOOD.muhasabah_record, uncertainties=("none",))),  # type: ignore[arg-type]
    ],
)
def test_nonsense_is_rejected(nonsense: object) -> None:
    """Whatever is no output is rejected and recorded, never raised as something else."""
    emitted = Emitted()
    with pytest.raises(MuhasabahGateError):
        gate(nonsense, emitted)
    assert [event for event, _ in emitted] == [REJECTED]


def test_nothing_passes_unrecorded() -> None:
    """Where the rejection cannot be recorded the recorder's error is raised, and nothing comes back."""

    async def full(event_type: str, details: Mapping[str, Any]) -> None:
        raise OSError("no room")

    with pytest.raises(OSError, match="no room"):
        asyncio.run(muhasabah_gate(_BAD, CITABLE, emit=full))


@pytest.mark.requirement("debate-gate")
def test_the_rejection_is_an_event_of_the_audit() -> None:
    """The trail makes an event of it that the chain can take: who, in which debate and round, and every violation."""
    events: list[Event] = []

    async def submit(event: Event) -> int:
        events.append(event)
        return len(events)

    trail = DebateTrail(TenantId("ours"), DEAL, "debate-1", "run-1", "sha256:ab", FixedClock(), submit)
    emit = trail.emitter(AgentRole.ADVOCATE, 2)
    with pytest.raises(MuhasabahGateError) as raised:
        asyncio.run(muhasabah_gate(_BAD, CITABLE, emit=emit))
    (event,) = events
    assert (event.event_type, event.agent_id, event.debate_id, event.round_number) == (
        "muhasabah.rejected",
        "advocate",
        "debate-1",
        2,
    )
    assert event.tool_args["violations"] == [one.to_dict() for one in raised.value.violations]
    assert canonical_json(event.tool_args)
