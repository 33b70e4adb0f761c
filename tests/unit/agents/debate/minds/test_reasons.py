"""The rule-based minds argue by what a claim says of the deal, and are as sure as the record."""

from __future__ import annotations

from decimal import Decimal

import pytest

from casewright.agents.debate.mind import Stage
from casewright.domain.claims import ClaimClass, Materiality, Verdict
from casewright.domain.debates import AgentRole, Position, Stance
from casewright.domain.evidence import Grade
from casewright.domain.values import Count, Percentage
from casewright.evidence.recommending import Missing
from tests.fakes.debate_turns import eur, turn, view
from tests.unit.agents.debate.minds.test_rules import BROKEN, GOOD, STAGES, spoken

LOSS = view("loss", eur("4"), metric="net loss")
SHRUNK = view("shrunk", Percentage(Decimal("0.6")), metric="gross margin", materiality=Materiality.HIGH)
BEFORE = view(
    "before", Percentage(Decimal("0.7")), metric="gross margin", period="FY2024", materiality=Materiality.HIGH
)
CLAUSE = view(
    "clause", None, text="The customer may terminate after a change of control.", metric=None, period=None,
    claim_class=ClaimClass.LEGAL_TERMS,
)  # fmt: skip


@pytest.mark.requirement("debate-polarity")
@pytest.mark.parametrize("stage", [Stage.OPENING_POSITION, Stage.ADVOCATE_OPENING, Stage.REBUTTAL])
def test_what_speaks_against_the_deal_is_none_of_the_advocates_reasons(stage: Stage) -> None:
    """A loss, a smaller margin and a clause against the buyer are conceded, and not relied on."""
    draft = spoken(turn(AgentRole.ADVOCATE, stage, GOOD, LOSS, SHRUNK, BEFORE, CLAUSE))

    assert set(draft.muhasabah.supported_claim_ids) == {GOOD.id}
    if stage is not Stage.REBUTTAL:
        [conceded] = [line for line in draft.content.split("\n") if line.startswith("Against it speak ")]
        assert all(f"[claim:{one.id}]" in conceded for one in (LOSS, SHRUNK, CLAUSE))
        assert "net loss" in conceded
    alone = spoken(turn(AgentRole.ADVOCATE, stage, LOSS))
    assert alone.structured["position"]["stance"] == "ABSTAIN"


@pytest.mark.requirement("debate-polarity")
def test_risk_officer_names_what_speaks_against_the_deal_and_nothing_that_speaks_for_it() -> None:
    """Losses, falls and clauses are risks, with what the figure was before; a clause asks for a condition."""
    draft = spoken(turn(AgentRole.RISK_OFFICER, Stage.RISKS, GOOD, LOSS, SHRUNK, BEFORE, CLAUSE))

    assert f"60 %, down from 70 % for FY2024 [claim:{SHRUNK.id}] [claim:{BEFORE.id}]" in draft.content
    assert "this is against the deal, and for counsel to weigh" in draft.content
    assert GOOD.id not in draft.claim_refs
    assert draft.structured["position"]["stance"] == "CONDITIONAL"


@pytest.mark.requirement("debate-polarity")
def test_arbiter_tells_for_from_against() -> None:
    """What is verified stands under what it speaks for, with the condition that a clause asks for."""
    lines = spoken(turn(AgentRole.ARBITER, Stage.CLOSE, GOOD, LOSS, CLAUSE)).content.split("\n")

    speaks_for, against = (
        lines.index("These verified claims speak for the deal."),
        lines.index("These verified claims speak against the deal."),
    )
    assert f"[claim:{GOOD.id}]" in lines[speaks_for + 1]
    assert all(any(f"[claim:{one.id}]" in line for line in lines[against:]) for one in (LOSS, CLAUSE))
    assert any(line.startswith("Consent, a waiver or a price is needed") for line in lines)


@pytest.mark.requirement("debate-confidence-of-record")
def test_every_position_by_rules_is_as_sure_as_the_record() -> None:
    """One figure for all five roles, whatever they hold."""
    for role, stage in STAGES.items():
        one = turn(role, stage, GOOD, BROKEN)
        draft = spoken(one)
        assert draft.structured["position"]["confidence"] == draft.muhasabah.confidence == one.bears == 0.5, role


@pytest.mark.requirement("recommendation-rule")
def test_arbiter_gives_up_what_the_record_has_come_to_forbid() -> None:
    """It held PROCEED; now something is missing, and no evidence is new: it recommends what is allowed."""
    own = Position(Stance.PROCEED, 0.9, {GOOD.id: GOOD.verdict})
    later = turn(AgentRole.ARBITER, Stage.CLOSE, GOOD, round_number=2, own=own, missing=Missing(is_thin=True))

    draft = spoken(later)

    assert draft.structured["position"]["stance"] == "CONDITIONAL"
    assert "too few figures" in draft.content


@pytest.mark.requirement("debate-polarity")
def test_case_of_a_trade_with_names_of_its_own_rests_on_what_is_material() -> None:
    """Where no claim says anything of the deal by its name, the advocate takes the material ones as given."""
    berths = view("berths", Count(Decimal(40), "berths"), metric="berths", materiality=Materiality.HIGH)

    draft = spoken(turn(AgentRole.ADVOCATE, Stage.ADVOCATE_OPENING, berths))

    assert draft.muhasabah.supported_claim_ids == (berths.id,)
    assert draft.structured["position"]["stance"] == "PROCEED"


def test_breaker_names_a_claim_that_does_not_hold_without_a_defect() -> None:
    """What is held against a deal is said: a claim of grade D may have no defect of its chain."""
    low = view("low", eur("9"), grade=Grade.D, verdict=Verdict.UNVERIFIED, materiality=Materiality.HIGH)

    draft = spoken(turn(AgentRole.SANAD_BREAKER, Stage.CHALLENGE, GOOD, low))

    assert draft.structured["position"]["stance"] == "CONDITIONAL"
    assert f"[claim:{low.id}] stands at grade D: what it rests on does not bear it out" in draft.content
    assert "No chain under a material claim is broken" not in draft.content
