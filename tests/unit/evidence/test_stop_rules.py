"""When a debate ends."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from casewright.canonical import canonical_json
from casewright.domain.claims import Materiality, Verdict
from casewright.domain.debates import AgentRole, Position, Stance, StopReason
from casewright.domain.evidence import Grade
from casewright.domain.ids import ClaimId
from casewright.errors import InvalidInput
from casewright.evidence.stop_rules import Reliance, StopInputs, critical_claims, stop_reason

_CLAIM = ClaimId("0c0f0c3e-4a7c-4f4e-9a55-000000000001")
_OTHER = ClaimId("0c0f0c3e-4a7c-4f4e-9a55-000000000002")
_FATAL = Reliance(AgentRole.ADVOCATE, _CLAIM, Materiality.HIGH, Grade.D)


def held(*stances: Stance, confidence: float = 0.7) -> dict[AgentRole, Position]:
    """These stances, given to the roles in their order."""
    return {role: Position(stance, confidence) for role, stance in zip(AgentRole, stances, strict=False)}


_AGREED = held(*[Stance.PROCEED] * 5)
_SPLIT = held(Stance.PROCEED, Stance.DECLINE, Stance.DECLINE, Stance.CONDITIONAL, Stance.CONDITIONAL)
_ALL = StopInputs(
    round_number=5,
    gate_failed=True,
    reliances=(_FATAL,),
    positions=_AGREED,
    earlier=_AGREED,
    retrieval_asked=True,
    retrieval_done=True,
    open_questions=1,
)
"""Every reason holds at once."""

_positions = st.builds(
    Position,
    st.sampled_from(Stance),
    st.sampled_from([0.0, 0.3, 0.4, 0.55, 0.65, 1.0]),
    st.dictionaries(st.sampled_from([_CLAIM, _OTHER]), st.sampled_from(Verdict)),
)
_maps = st.dictionaries(st.sampled_from(AgentRole), _positions)
_reliances = st.builds(
    Reliance,
    st.sampled_from(AgentRole),
    st.sampled_from([_CLAIM, _OTHER]),
    st.sampled_from(Materiality),
    st.sampled_from(Grade),
)
_inputs = st.builds(
    StopInputs,
    round_number=st.integers(1, 5),
    max_rounds=st.integers(1, 5),
    gate_failed=st.booleans(),
    reliances=st.lists(_reliances, max_size=3).map(tuple),
    positions=_maps,
    earlier=st.none() | _maps,
    retrieval_asked=st.booleans(),
    retrieval_done=st.booleans(),
    new_evidence=st.integers(0, 2),
    open_questions=st.integers(0, 2),
)


@pytest.mark.requirement("debate-stop-order")
def test_reasons_are_looked_for_in_their_order() -> None:
    """Where every reason holds, taking the first one away lets the next one through, to the last and to none."""
    after_gate = replace(_ALL, gate_failed=False, reliances=())
    after_consensus = replace(after_gate, positions=_SPLIT, earlier=_SPLIT)
    after_dissent = replace(after_consensus, earlier=None)
    after_evidence = replace(after_dissent, new_evidence=1)
    open_still = replace(after_evidence, round_number=4)
    found = [stop_reason(one) for one in (_ALL, after_gate, after_consensus, after_dissent, after_evidence, open_still)]
    assert found == [*StopReason, None]


@pytest.mark.requirement("debate-stop-order")
@given(_inputs)
def test_exactly_one_reason_or_none(inputs: StopInputs) -> None:
    """Whatever is known, the answer is one reason or none, the same for the same, and one at the last round."""
    reason = stop_reason(inputs)
    assert reason is None or reason in StopReason
    assert stop_reason(inputs) is reason
    if inputs.round_number >= inputs.max_rounds:
        assert reason is not None


@given(_inputs)
def test_no_reason_hides_an_earlier_one(inputs: StopInputs) -> None:
    """A failed gate is always a critical defect, and nothing else can hide it."""
    assert stop_reason(replace(inputs, gate_failed=True)) is StopReason.CRITICAL_DEFECT


@pytest.mark.requirement("debate-terminates")
@given(st.lists(_inputs, min_size=5, max_size=5), st.integers(1, 5))
def test_a_debate_ends_within_its_rounds(rounds: list[StopInputs], max_rounds: int) -> None:
    """Whatever happens in the rounds, one of the first max_rounds is the last."""
    counted = [replace(one, round_number=n, max_rounds=max_rounds) for n, one in enumerate(rounds, 1)]
    assert any(stop_reason(one) for one in counted[:max_rounds])


@pytest.mark.parametrize("max_rounds", [-1, 0, 6])
def test_rounds_out_of_bounds_are_refused(max_rounds: int) -> None:
    """A debate has from 1 to 5 rounds."""
    with pytest.raises(InvalidInput, match=f"max_rounds is {max_rounds}"):
        StopInputs(round_number=1, max_rounds=max_rounds)


@pytest.mark.requirement("debate-material-position")
@pytest.mark.parametrize("role", AgentRole)
@pytest.mark.parametrize("materiality", Materiality)
@pytest.mark.parametrize("grade", Grade)
def test_material_positions(role: AgentRole, materiality: Materiality, grade: Grade) -> None:
    """Only advocate and arbiter rely, only on HIGH and CRITICAL materially, and only grade D is critical."""
    inputs = StopInputs(round_number=1, reliances=(Reliance(role, _CLAIM, materiality, grade),))
    critical = (
        role in ("advocate", "arbiter") and materiality in (Materiality.HIGH, Materiality.CRITICAL) and grade is Grade.D
    )
    assert critical_claims(inputs) == ((_CLAIM,) if critical else ())
    assert stop_reason(inputs) is (StopReason.CRITICAL_DEFECT if critical else None)


@pytest.mark.parametrize(
    ("positions", "agreed"),
    [
        (held(*[Stance.PROCEED] * 5), True),
        (held(*[Stance.PROCEED] * 3, Stance.ABSTAIN, Stance.ABSTAIN), True),
        (held(*[Stance.PROCEED] * 2, *[Stance.ABSTAIN] * 3), False),
        (held(*[Stance.PROCEED] * 4, Stance.CONDITIONAL), False),
        (held(*[Stance.ABSTAIN] * 5), False),
        ({}, False),
        (held(*[Stance.DECLINE] * 3, confidence=0.3) | {AgentRole.ARBITER: Position(Stance.DECLINE, 0.4)}, True),
        (held(*[Stance.DECLINE] * 3, confidence=0.3) | {AgentRole.ARBITER: Position(Stance.DECLINE, 0.41)}, False),
        (held(*[Stance.DECLINE] * 3, confidence=0.3) | {AgentRole.ARBITER: Position(Stance.ABSTAIN, 0.9)}, True),
    ],
)
def test_consensus(positions: dict[AgentRole, Position], agreed: bool) -> None:
    """Equal where not abstaining, three at least, confidences at most 0.10 apart (0.4 − 0.3 is)."""
    found = stop_reason(StopInputs(round_number=1, positions=positions))
    assert found is (StopReason.CONSENSUS if agreed else None)


def test_contrary_verdicts_are_no_consensus() -> None:
    """Two who give one claim different verdicts do not agree; one who gives none abstains on it."""
    positions = held(*[Stance.PROCEED] * 5)
    positions[AgentRole.ADVOCATE] = Position(Stance.PROCEED, 0.7, {_CLAIM: Verdict.VERIFIED})
    assert stop_reason(StopInputs(round_number=1, positions=positions)) is StopReason.CONSENSUS
    positions[AgentRole.ARBITER] = Position(Stance.PROCEED, 0.7, {_CLAIM: Verdict.INFLATED})
    assert stop_reason(StopInputs(round_number=1, positions=positions)) is None


def test_stable_dissent_looks_at_what_is_held_not_how_surely() -> None:
    """The same stances and verdicts two rounds in a row are stable; another verdict, or a role more, is not."""
    surer = {role: replace(position, confidence=0.9) for role, position in _SPLIT.items()}
    moved = _SPLIT | {AgentRole.ADVOCATE: Position(Stance.PROCEED, 0.7, {_CLAIM: Verdict.VERIFIED})}
    fewer: dict[AgentRole, Position] = {
        role: position for role, position in _SPLIT.items() if role is not AgentRole.ARBITER
    }
    now = StopInputs(round_number=2, positions=_SPLIT)
    assert stop_reason(replace(now, earlier=surer)) is StopReason.STABLE_DISSENT
    assert stop_reason(replace(now, earlier=moved)) is None
    assert stop_reason(replace(now, earlier=fewer)) is None
    assert stop_reason(replace(now, earlier=None)) is None


@pytest.mark.parametrize(
    ("asked", "done", "new", "questions", "exhausted"),
    [
        (True, True, 0, 1, True),
        (False, False, 0, 1, False),
        (True, False, 0, 1, False),
        (True, True, 1, 1, False),
        (True, True, 0, 0, False),
    ],
)
def test_evidence_exhausted(asked: bool, done: bool, new: int, questions: int, exhausted: bool) -> None:
    """Retrieval was asked for and done, brought nothing this round, and questions are open."""
    inputs = StopInputs(
        round_number=1, retrieval_asked=asked, retrieval_done=done, new_evidence=new, open_questions=questions
    )
    assert stop_reason(inputs) is (StopReason.EVIDENCE_EXHAUSTED if exhausted else None)


@given(_inputs)
def test_inputs_have_one_canonical_form(inputs: StopInputs) -> None:
    """What is hashed into the event is canonical JSON, and does not depend on the order of anything."""
    turned = replace(
        inputs,
        reliances=tuple(reversed(inputs.reliances)),
        positions=dict(reversed(list(inputs.positions.items()))),
    )
    assert canonical_json(inputs.as_json()) == canonical_json(turned.as_json())  # type: ignore[arg-type] # Json
