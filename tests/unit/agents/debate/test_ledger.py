"""Tests of casewright.agents.debate.ledger: what was said adds up to the same, whoever was done first."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from casewright.agents.debate.ledger import EVIDENCE_CALL, Ledger, TurnRecord, empty_turn
from casewright.agents.debate.mind import Stage
from casewright.domain.debates import AgentRole, Stance
from casewright.domain.ids import EvidenceId


def turn(round_number: int, stage: str, role: str, **said: Any) -> TurnRecord:
    """One turn in which this was said."""
    return {**empty_turn(round_number, stage, role), **said}  # type: ignore[typeddict-item]


def held(stance: str) -> dict[str, Any]:
    """A position as a turn keeps it."""
    return {"stance": stance, "confidence": 0.5, "verdicts": {}, "evidence_refs": []}


TURNS = [
    turn(0, Stage.OPENING_POSITION, "advocate", position=held("PROCEED"), fresh=["e1"], questions=["Who?"]),
    turn(0, Stage.OPENING_POSITION, "risk_officer", position=held("DECLINE"), fresh=["e1", "e2"]),
    turn(1, Stage.CHALLENGE, "sanad_breaker", fresh=["e3"], query="churn", questions=["Why?"]),
    turn(1, Stage.CONTRADICTIONS, "contradiction_finder", query="arr"),
    turn(1, Stage.RISKS, "risk_officer", position=held("DECLINE")),
    turn(1, Stage.REBUTTAL, "advocate", position=held("CONDITIONAL")),
    turn(1, EVIDENCE_CALL, "arbiter", fresh=["e4"], searched=["e4"]),
    turn(1, Stage.CLOSE, "arbiter", position=held("CONDITIONAL"), questions=["Why?", "When?"]),
    turn(2, Stage.ADVOCATE_OPENING, "advocate", questions=["How?"], fresh=["e2"]),
]


@given(st.permutations(TURNS))
def test_order_of_arrival_does_not_matter(turns: list[TurnRecord]) -> None:
    """The turns are added up in the debate's order, in whatever order they came."""
    assert Ledger.of(turns, ()).turns == Ledger.of(TURNS, ()).turns


def test_positions_and_the_vote_before() -> None:
    """Each role holds what it took last; the baseline is what was held at the blind opening."""
    ledger = Ledger.of(TURNS, ())

    assert {role.value: position.stance for role, position in ledger.positions.items()} == {
        "advocate": Stance.CONDITIONAL,
        "risk_officer": Stance.DECLINE,
        "arbiter": Stance.CONDITIONAL,
    }
    assert ledger.baseline[AgentRole.ADVOCATE].stance is Stance.PROCEED
    assert ledger.before((1, 0)).positions.keys() == {AgentRole.ADVOCATE, AgentRole.RISK_OFFICER}


@pytest.mark.requirement("debate-change-needs-evidence")
def test_table_knows_when_evidence_came() -> None:
    """Evidence came once; a role that took its position before it has something new to change it by."""
    ledger = Ledger.of(TURNS, ())

    assert [ledger.new_in(number) for number in (0, 1, 2)] == [2, 2, 0]
    assert ledger.on_table_when_taken(AgentRole.RISK_OFFICER) == {"e1", "e2", "e3"}
    assert EvidenceId("e4") not in ledger.on_table_when_taken(AgentRole.ADVOCATE)
    assert ledger.on_table_when_taken(AgentRole.SANAD_BREAKER) == set()


def test_questions_and_requests() -> None:
    """The arbiter's close says which questions are still open; the first request of a round is the one that is made."""
    ledger = Ledger.of(TURNS, ())

    assert ledger.open_questions == ("Why?", "When?", "How?")
    assert ledger.before((1, 99)).open_questions == ("Why?", "When?")
    asked = ledger.asked(1)
    assert asked is not None
    assert asked["query"] == "churn"
    assert ledger.asked(2) is None
