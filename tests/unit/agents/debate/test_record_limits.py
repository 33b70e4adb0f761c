"""What the record allows: no reason that speaks the other way, no more confidence than it bears, no early PROCEED."""

from __future__ import annotations

import asyncio
from decimal import Decimal
from typing import TYPE_CHECKING, Any

import pytest

from casewright.agents.debate.mind import Stage
from casewright.agents.debate.node import AgentContext, AgentNode
from casewright.agents.debate.record_limits import caution, reasons_against
from casewright.agents.debate.roles import ROLES
from casewright.domain.claims import Verdict
from casewright.domain.debates import AgentRole, Position, Stance
from casewright.domain.defects import DefectType
from casewright.domain.evidence import Grade
from casewright.domain.values import Percentage
from casewright.evidence.muhasabah.violations import Rule
from casewright.evidence.recommending import Missing
from tests.fakes.debate_turns import ScriptedTools, eur, turn, view
from tests.fakes.scripted_minds import ScriptedMind, draft, position

if TYPE_CHECKING:
    from casewright.agents.debate.mind import ClaimView, Draft, Turn
    from casewright.agents.debate.state import AgentOutput

GOOD = view("good", eur("10"))
LOSS = view("loss", eur("4"), metric="net loss")
INFLATED = view("inflated", eur("14"), DefectType.ANOMALY_VS_STRONGER_SOURCES, grade=Grade.C, verdict=Verdict.INFLATED)
CHURN = view("churn", Percentage(Decimal("0.03")), metric="churn")


def output(role: AgentRole, said: Draft, *claims: ClaimView, **fields: Any) -> tuple[AgentOutput, Turn]:
    """What comes of the draft in the role, and its turn."""
    card = next(one for one in ROLES if one.role is role)
    one = turn(role, Stage.OPENING_POSITION, *claims, **fields)
    node = AgentNode(card, ScriptedMind(lambda *_: said), ())
    context = AgentContext(one, ScriptedTools(), [], "2026-02-01T09:00:00+00:00")
    return asyncio.run(node.execute(one.state, context)), one


def rules(role: AgentRole, said: Draft, *claims: ClaimView, **fields: Any) -> list[Rule]:
    """What the record does not allow of it."""
    found, one = output(role, said, *claims, **fields)
    return [violation.rule for violation in (*reasons_against(found, one), *caution(found, one))]


@pytest.mark.requirement("debate-polarity")
@pytest.mark.parametrize("against", [LOSS, INFLATED], ids=["a loss", "an inflated figure"])
def test_what_speaks_against_the_deal_is_no_reason_of_the_advocate(against: ClaimView) -> None:
    """A mind of any kind that has it among its reasons is rejected; one that says what it is may rely on it."""
    claims = (GOOD.id, against.id)

    assert rules(AgentRole.ADVOCATE, draft(claims=claims), GOOD, against) == [Rule.REASON_AGAINST]
    assert rules(AgentRole.ADVOCATE, draft(claims=claims, against_claim_ids=[against.id]), GOOD, against) == []
    assert rules(AgentRole.ADVOCATE, draft(claims=(GOOD.id, CHURN.id)), GOOD, CHURN) == []
    assert rules(AgentRole.RISK_OFFICER, draft(claims=claims), GOOD, against) == []
    assert rules(AgentRole.ARBITER, draft(claims=claims, position=position("PROCEED")), GOOD, against) == [
        Rule.REASON_AGAINST
    ]
    assert rules(AgentRole.ARBITER, draft(claims=claims, position=position("CONDITIONAL")), GOOD, against) == []


@pytest.mark.requirement("debate-polarity")
def test_what_speaks_for_the_deal_is_no_risk() -> None:
    """Nobody newly declines by claims that speak for the deal and hold; another reason, or an old one, may."""
    declines = draft(claims=(GOOD.id,), position=position("DECLINE"))
    held = Position(Stance.DECLINE, 0.5)

    assert rules(AgentRole.RISK_OFFICER, declines, GOOD) == [Rule.REASON_AGAINST]
    assert (
        rules(AgentRole.RISK_OFFICER, draft(claims=(GOOD.id, LOSS.id), position=position("DECLINE")), GOOD, LOSS) == []
    )
    assert rules(AgentRole.RISK_OFFICER, declines, GOOD, own=held) == []
    assert rules(AgentRole.RISK_OFFICER, declines, GOOD, missing=Missing(is_thin=True)) == []
    assert rules(AgentRole.RISK_OFFICER, declines, GOOD, absent=("Side letter.pdf",)) == []


@pytest.mark.requirement("debate-confidence-of-record")
def test_nobody_is_surer_than_the_record() -> None:
    """What is stated higher is lowered to what the record bears, with a note; what is lower stays."""
    broken = view("broken", eur("9"), grade=Grade.D, verdict=Verdict.UNVERIFIED)
    sure = draft(claims=(broken.id,), confidence=0.95, position=position("DECLINE", 0.9))

    found, one = output(AgentRole.RISK_OFFICER, sure, broken)

    assert one.bears == 0.10
    assert found.muhasabah_record.confidence == 0.10
    assert found.structured_content["position"]["confidence"] == 0.10
    assert "at most; 0.9 was stated" in found.structured_content["position"]["note"]
    assert "at most; 0.95 was stated" in found.muhasabah_record.confidence_justification
    lower, _ = output(AgentRole.RISK_OFFICER, draft(confidence=0.05, position=position("DECLINE", 0.05)), broken)
    assert lower.structured_content["position"] == position("DECLINE", 0.05)


@pytest.mark.requirement("recommendation-rule")
def test_nothing_missing_is_recommended_over() -> None:
    """An arbiter of any kind that would proceed although something is missing is rejected."""
    said = draft(claims=(GOOD.id,), position=position("PROCEED"))

    assert rules(AgentRole.ARBITER, said, GOOD, missing=Missing(is_thin=True)) == [Rule.RECORD_INVALID]
    assert rules(AgentRole.ARBITER, said, GOOD) == []
