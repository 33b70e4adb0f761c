"""What the rule-based minds hold, challenge and ask for, and that their every output passes the gate."""

from __future__ import annotations

import asyncio
from decimal import Decimal
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from casewright.agents.debate.agent_output import find_violations
from casewright.agents.debate.mind import Draft, Stage
from casewright.agents.debate.minds.rules import RULES
from casewright.agents.debate.minds.turn_references import citable_in
from casewright.agents.debate.muhasabah_gate import examine
from casewright.agents.debate.record_limits import reasons_against
from casewright.agents.debate.state import AgentOutput
from casewright.domain.claims import ClaimClass, Materiality, Verdict
from casewright.domain.debates import AgentRole, Position, Stance
from casewright.domain.defects import DefectType
from casewright.domain.evidence import Grade
from casewright.domain.values import Count, Percentage, Text
from casewright.evidence.muhasabah.enforcer import MuhasabahEnforcer
from tests.fakes.claims_of_a_deal import an_id
from tests.fakes.debate_turns import ScriptedTools, eur, evidence_of, item, passage, runway, turn, view

if TYPE_CHECKING:
    from casewright.agents.debate.mind import ClaimView, Turn

STAGES = {
    AgentRole.ADVOCATE: Stage.ADVOCATE_OPENING,
    AgentRole.SANAD_BREAKER: Stage.CHALLENGE,
    AgentRole.CONTRADICTION_FINDER: Stage.CONTRADICTIONS,
    AgentRole.RISK_OFFICER: Stage.RISKS,
    AgentRole.ARBITER: Stage.CLOSE,
}
GOOD = view("good", eur("10"))
BROKEN = view(
    "broken", eur("75"), DefectType.CIRCULARITY, metric="valuation", grade=Grade.D, verdict=Verdict.UNVERIFIED
)
DECK = view("deck", eur("12"), DefectType.INCONSISTENCY, grade=Grade.C, verdict=Verdict.CONTRADICTED)
MODEL = view("model", eur("9"), DefectType.INCONSISTENCY, grade=Grade.C, verdict=Verdict.CONTRADICTED)


def spoken(one: Turn, tools: ScriptedTools | None = None) -> Draft:
    """What the role's mind by rules says, held to the gate."""
    draft = asyncio.run(RULES[one.role].speak(one, tools or ScriptedTools()))
    assert find_violations(dict(draft.structured), one.role) == []
    assert examine(output_of(one, draft), citable_in(one), MuhasabahEnforcer()).violations == ()
    return draft


def output_of(one: Turn, draft: Draft) -> AgentOutput:
    """The output that the draft becomes."""
    return AgentOutput(
        one.role.value, one.role, draft.content, draft.claim_refs, draft.muhasabah, one.round_number, draft.structured,
        draft.calc_refs,
    )  # fmt: skip


def stances(*claims: ClaimView, **fields: Any) -> dict[str, str]:
    """What each role holds about these claims."""
    found = {role: spoken(turn(role, stage, *claims, **fields)) for role, stage in STAGES.items()}
    return {role.value: draft.structured["position"]["stance"] for role, draft in found.items()}


@pytest.mark.requirement("debate-minds")
def test_sound_claims_are_gone_ahead_with() -> None:
    """Where every material claim is verified and nothing is open, all five would proceed."""
    assert set(stances(GOOD, view("margin", Percentage(Decimal("0.7")), metric="gross margin")).values()) == {"PROCEED"}


def test_broken_critical_claim_is_relied_on_and_told() -> None:
    """The advocate relies on a CRITICAL claim that nothing better contradicts, whatever its grade, and tells it."""
    draft = spoken(turn(AgentRole.ADVOCATE, Stage.ADVOCATE_OPENING, GOOD, BROKEN))

    assert BROKEN.id in draft.muhasabah.supported_claim_ids
    assert f"valuation [claim:{BROKEN.id}], which stands at grade D" in draft.content
    assert stances(GOOD, BROKEN) == {
        "advocate": "CONDITIONAL",
        "sanad_breaker": "DECLINE",
        "contradiction_finder": "PROCEED",
        "risk_officer": "CONDITIONAL",
        "arbiter": "DECLINE",
    }


def test_figure_that_a_verified_one_contradicts_is_not_relied_on() -> None:
    """Of two figures for one thing the advocate takes the one that stands better; the dispute is settled."""
    inflated = view(
        "inflated", eur("14"), DefectType.ANOMALY_VS_STRONGER_SOURCES, grade=Grade.C, verdict=Verdict.INFLATED
    )

    draft = spoken(turn(AgentRole.ADVOCATE, Stage.ADVOCATE_OPENING, GOOD, inflated))

    assert draft.muhasabah.supported_claim_ids == (GOOD.id,)
    assert stances(GOOD, inflated)["contradiction_finder"] == "PROCEED"


def test_unsettled_dispute_is_challenged_and_evidence_asked_for() -> None:
    """The finder gives both figures with their sources, challenges both claims by their evidence, and asks for more."""
    tools = ScriptedTools(lookup_claim=evidence_of(item("d1")))

    draft = spoken(turn(AgentRole.CONTRADICTION_FINDER, Stage.CONTRADICTIONS, DECK, MODEL), tools)

    assert f"EUR 12, by the board deck [claim:{DECK.id}]" in draft.content
    [challenge] = draft.structured["challenges"]
    assert set(challenge["claim_refs"]) == {DECK.id, MODEL.id}
    assert challenge["defect_type"] == "INCONSISTENCY"
    assert {f"evidence:{an_id('deck-e')}", f"evidence:{an_id('model-e')}"} == set(challenge["evidence_refs"])
    assert draft.structured["retrieval_request"] == {"query": "revenue FY2025 acme"}
    assert draft.structured["position"]["stance"] == "DECLINE"


def test_wrong_label_disputes_nothing() -> None:
    """A figure in thousands that is called millions is a mismatch of units, not another figure."""
    labelled = view("labelled", eur("10000"), DefectType.UNIT_MISMATCH, grade=Grade.B)

    draft = spoken(turn(AgentRole.CONTRADICTION_FINDER, Stage.CONTRADICTIONS, GOOD, labelled))

    assert "UNIT_MISMATCH" in draft.content
    assert draft.structured["position"]["stance"] == "PROCEED"


@pytest.mark.requirement("debate-minds-change")
def test_finder_changes_its_mind_by_a_passage_it_had_not_seen() -> None:
    """A passage of a third document that gives one figure alone settles the dispute; the position names it."""
    own = Position(Stance.DECLINE, 0.65, {DECK.id: Verdict.CONTRADICTED, MODEL.id: Verdict.CONTRADICTED})
    found = passage("third", "Revenue for the year 2025 (FY2025) came to EUR 9.")
    tools = ScriptedTools(lookup_claim=evidence_of(item("d1")), search_evidence={"results": [found], "total_count": 1})

    later = turn(AgentRole.CONTRADICTION_FINDER, Stage.CONTRADICTIONS, DECK, MODEL, round_number=2, own=own)
    draft = spoken(later, tools)

    assert draft.structured["position"]["stance"] == "PROCEED"
    assert draft.structured["position"]["evidence_refs"] == [found["evidence_id"]]


@pytest.mark.parametrize(
    ("document", "text", "grade"),
    [
        ("d1", "Revenue for FY2025 came to EUR 9.", "A"),
        ("third", "Revenue for FY2025 came to EUR 9.", "C"),
        ("third", "Revenue for FY2024 came to EUR 9.", "A"),
        ("third", "Cost of sales for FY2025 came to EUR 9.", "A"),
        ("third", "Revenue for FY2025 came to EUR 9, not to EUR 12.", "A"),
        ("third", "Revenue for FY2025 came to EUR 11.", "A"),
    ],
    ids=["own document", "weak source", "another year", "another metric", "both figures", "neither figure"],
)
def test_passage_that_proves_nothing_changes_no_mind(document: str, text: str, grade: str) -> None:
    """A passage settles nothing where it is a side's own, weak, about something else, or gives both figures or none."""
    own = Position(Stance.DECLINE, 0.65, {DECK.id: Verdict.CONTRADICTED, MODEL.id: Verdict.CONTRADICTED})
    results = {"results": [passage(document, text, grade)], "total_count": 1}
    tools = ScriptedTools(lookup_claim=evidence_of(item("d1")), search_evidence=results)

    later = turn(AgentRole.CONTRADICTION_FINDER, Stage.CONTRADICTIONS, DECK, MODEL, round_number=2, own=own)

    assert spoken(later, tools).structured["position"]["stance"] == "DECLINE"


def test_mind_stays_where_nothing_new_came() -> None:
    """A register that was graded anew moves no position by itself: without new evidence the role keeps its own."""
    own = Position(Stance.PROCEED, 0.9, {BROKEN.id: Verdict.VERIFIED})
    known = tuple(one for defect in BROKEN.defects for one in (defect.evidence[0].removeprefix("evidence:"),))

    for role, stage in STAGES.items():
        draft = spoken(turn(role, stage, BROKEN, round_number=2, own=own, table=known))
        assert draft.structured["position"]["stance"] == "PROCEED", role
        assert draft.structured["position"]["evidence_refs"] == [], role


def test_breaker_does_not_suspect_a_source_for_being_unknown() -> None:
    """A source whose kind nobody has described is unranked, and no defect of itself."""
    tools = ScriptedTools(lookup_claim=evidence_of(item("d1", "unknown")))
    draft = spoken(turn(AgentRole.SANAD_BREAKER, Stage.CHALLENGE, GOOD), tools)

    assert "challenges" not in draft.structured


def test_arbiter_sees_a_challenge_contradicted() -> None:
    """What the chain shows to be otherwise is not upheld, and counts as contradicted."""
    challenge = {
        "claim_refs": [GOOD.id],
        "defect_type": "UNKNOWN_SOURCE",
        "evidence_refs": [f"evidence:{GOOD.evidence[0]}"],
        "description": "Nobody knows where this comes from, or so I say.",
    }
    ruled = ruling(challenge, ScriptedTools(lookup_claim=evidence_of(item("d1", "audited_accounts"))), GOOD)

    assert not ruled["upheld"]
    assert ruled["contradicted"]


def ruling(challenge: dict[str, Any], tools: ScriptedTools, *claims: ClaimView) -> dict[str, Any]:
    """What the arbiter decides on one challenge."""
    from casewright.agents.debate.state import challenge_from_json

    raised = challenge_from_json({"challenge_id": an_id("challenge"), "agent_id": "sanad_breaker", **challenge})
    closing = turn(AgentRole.ARBITER, Stage.CLOSE, *claims, challenges=(raised,))
    [found] = spoken(closing, tools).structured["decisions"]
    return dict(found)


def test_risk_officer_holds_calculations_to_the_houses_limits() -> None:
    """A runway below six months is a reason to decline, one below twelve a condition, a longer one none."""
    cash, burn = view("cash", eur("50"), metric="cash"), view("burn", eur("10"), metric="burn")

    found = [
        spoken(turn(AgentRole.RISK_OFFICER, Stage.RISKS, cash, burn, calcs=(runway(months, cash, burn),)))
        for months in ("5", "9", "18")
    ]

    assert [draft.structured["position"]["stance"] for draft in found] == ["DECLINE", "CONDITIONAL", "PROCEED"]
    assert found[0].calc_refs == (an_id("runway-5"),)


@pytest.mark.requirement("debate-enrichment")
@pytest.mark.parametrize(
    ("answer", "says"),
    [
        ({"results": [], "connector": "no_connector"}, "No source outside of the deal is set"),
        ({"results": [], "connector": "GLEIF"}, "tell nothing of it"),
        (None, "could not be asked"),
        (
            {"results": [{"data_point": "legal_name", "source": "GLEIF", "source_grade": "C"}], "connector": "GLEIF"},
            "tell legal name of the company: that counts once a document bears it out",
        ),
    ],
)
def test_risk_officer_asks_outside_for_what_the_register_lacks(answer: dict[str, Any] | None, says: str) -> None:
    """Company facts are asked for by name; what comes is told without a figure and kept beside the text."""
    tools = ScriptedTools(query_enrichment=answer)
    status = view("status", metric="entity status")

    draft = spoken(turn(AgentRole.RISK_OFFICER, Stage.RISKS, GOOD, status), tools)

    [asked] = [arguments for name, arguments in tools.asked if name == "query_enrichment"]
    assert asked == {
        "entity_type": "COMPANY",
        "entity_name": "acme",
        "data_points": ["legal_name", "creation_date", "jurisdiction"],
    }
    assert says in draft.content
    assert draft.structured["enrichment"]["results"] == ((answer or {}).get("results") or [])


@pytest.mark.requirement("debate-enrichment")
def test_finder_asks_outside_about_an_unsettled_dispute() -> None:
    """What the disputes are about is asked for once, in the first round; a settled one asks for nothing."""
    tools = ScriptedTools(query_enrichment={"results": [], "connector": "no_connector"})

    spoken(turn(AgentRole.CONTRADICTION_FINDER, Stage.CONTRADICTIONS, DECK, MODEL), tools)
    spoken(turn(AgentRole.CONTRADICTION_FINDER, Stage.CONTRADICTIONS, DECK, MODEL, round_number=2), tools)
    spoken(turn(AgentRole.CONTRADICTION_FINDER, Stage.CONTRADICTIONS, GOOD), tools)

    asked = [arguments for name, arguments in tools.asked if name == "query_enrichment"]
    assert [one["data_points"] for one in asked] == [["revenue"]]


def test_absent_document_is_asked_for() -> None:
    """A document that the index names and the room lacks is a condition and an open question."""
    draft = spoken(turn(AgentRole.RISK_OFFICER, Stage.RISKS, GOOD, absent=("Side letter.pdf",)))

    assert draft.structured["position"]["stance"] == "CONDITIONAL"
    assert any("Side letter.pdf" in question for question in draft.structured["open_questions"])


def test_nothing_material_is_argued_by_what_weighs_most() -> None:
    """Where no claim is HIGH or CRITICAL, those of the highest materiality there is are argued about."""
    light = view("light", eur("3"), materiality=Materiality.LOW)

    assert stances(light) == dict.fromkeys((role.value for role in AgentRole), "PROCEED")


def test_deal_of_opinions_is_no_case() -> None:
    """About a deal that holds opinions only, everybody abstains."""
    opinion = view("opinion", None, text="The team is the best there is.", subjective=True, verdict=Verdict.SUBJECTIVE)

    assert set(stances(opinion).values()) == {"ABSTAIN"}


def test_corrected_draft_is_the_plainest() -> None:
    """On the chance to mend a draft the mind says the plainest wording of everything, which still passes."""
    from casewright.evidence.muhasabah.violations import MuhasabahViolation, Rule

    wrong = (MuhasabahViolation(Rule.NO_FREE_FACTS, "It is not so."),)
    draft = spoken(turn(AgentRole.ADVOCATE, Stage.ADVOCATE_OPENING, GOOD, correction=wrong))

    assert f"[claim:{GOOD.id}] stands at grade A" in draft.content
    assert "EUR" not in draft.content


WORDS = st.text(st.characters(codec="utf-8", exclude_categories=("Cs", "Cc")), min_size=1, max_size=60)
VALUES = st.one_of(
    st.none(),
    st.builds(lambda number: eur(str(number)), st.integers(-(10**9), 10**12)),
    st.builds(lambda number: Percentage(Decimal(number) / 1000), st.integers(-2000, 5000)),
    st.builds(lambda number, unit: Count(Decimal(number), unit), st.integers(0, 10**6), WORDS),
    st.builds(Text, WORDS),
)
CLAIMS = st.lists(
    st.builds(
        view,
        st.integers(0, 10**6).map(str),
        VALUES,
        st.sampled_from(list(DefectType)),
        text=WORDS,
        metric=st.one_of(
            st.none(), WORDS, st.sampled_from(["arr", "revenue", "largest customer share", "sold units 2024"])
        ),
        period=st.sampled_from([None, "FY2025", "2025-12-31", "LTM 2025-09", "2025-Q3"]),
        materiality=st.sampled_from(list(Materiality)),
        grade=st.sampled_from(list(Grade)),
        verdict=st.sampled_from(list(Verdict)),
        claim_class=st.sampled_from(list(ClaimClass)),
        subjective=st.booleans(),
    ),
    max_size=8,
    unique_by=lambda one: one.id,
)


@pytest.mark.requirement("debate-minds", "debate-polarity")
@given(claims=CLAIMS, round_number=st.integers(1, 5), absent=st.lists(WORDS, max_size=3))
def test_whatever_the_claims_are_every_output_passes(
    claims: list[ClaimView], round_number: int, absent: list[str]
) -> None:
    """Names, units and words of any kind, defects of every kind: no mind by rules writes what the gate rejects."""
    kinds = evidence_of(item("d1"))
    for role, stage in STAGES.items():
        tools = ScriptedTools(lookup_claim=kinds, search_evidence={"results": [], "total_count": 0})
        one = turn(role, stage, *claims, round_number=round_number, absent=tuple(absent))
        assert list(reasons_against(output_of(one, spoken(one, tools)), one)) == []
