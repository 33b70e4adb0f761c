"""A whole deal's standings: defects and conflicts find their claims, derived claims follow what they rest on."""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from casewright.domain.claims import ClaimAction, Verdict
from casewright.domain.defects import DefectStatus, DefectType
from casewright.domain.evidence import Corroboration, Grade, SourceType, VerificationStatus
from casewright.domain.ids import ClaimId
from casewright.evidence.record import Conflict, DealRecord, Finding, Findings
from casewright.evidence.standings import standings
from tests.deals import claim, defect, evidence, node, record

if TYPE_CHECKING:
    from collections.abc import Sequence
    from random import Random

    from casewright.domain.claims import Claim, Standing
    from casewright.domain.defects import Defect
    from casewright.domain.evidence import Evidence

NOTHING = Findings()
ACCOUNTS = evidence("accounts", SourceType.AUDITED_ACCOUNTS)
DECK = evidence("deck")
NEWS = evidence("news", SourceType.NEWS)


def stand(deal: DealRecord, findings: Findings = NOTHING) -> dict[str, Standing]:
    return {str(name): standing for name, standing in standings(deal, findings).items()}


def conflict(of: str, other: str, excess: float, strength: int, key: str) -> Conflict:
    return Conflict(ClaimId(of), ClaimId(other), excess, strength, key)


def test_claim_stands_by_its_source() -> None:
    """A claim from the accounts is A and VERIFIED, one from the news C and UNVERIFIED, one from nowhere D."""
    found = stand(record([claim("a", [ACCOUNTS]), claim("n", [NEWS]), claim("x")], [ACCOUNTS, NEWS]))
    assert (found["a"].grade, found["a"].verdict, found["a"].action) == (Grade.A, Verdict.VERIFIED, ClaimAction.NONE)
    assert (found["n"].grade, found["n"].verdict) == (Grade.C, Verdict.UNVERIFIED)
    assert (found["x"].grade, found["x"].corroboration) == (Grade.D, Corroboration.NONE)


def test_explanation_has_a_sentence_a_step() -> None:
    """The source by name, the corroboration, the verdict and the action, in this order."""
    assert stand(record([claim("a", [ACCOUNTS])], [ACCOUNTS]))["a"].explanation == (
        "It rests on the audited accounts accounts.pdf: grade A (rule 1).",
        "One independent source (AHAD_1): the grade stays A (rule 4).",
        "VERIFIED: grade A, read with confidence 1, no open MAJOR defect.",
        "NONE: nothing stands against it.",
    )


def test_evidence_named_by_a_step_is_along_the_chain() -> None:
    """What a step took in counts for the base, even where the claim does not list it."""
    chained = claim("c", [ACCOUNTS], nodes=[node("out", inputs=["evidence:accounts", "evidence:news"])])
    assert stand(record([chained], [ACCOUNTS, NEWS]))["c"].grade is Grade.C


@pytest.mark.parametrize(
    "item",
    [
        evidence("deck", SourceType.AUDITED_ACCOUNTS, own_grade=Grade.B),
        evidence("deck", SourceType.BOARD_DECK, own_grade=Grade.A),
    ],
)
def test_worse_of_own_and_kind_grade_counts(item: Evidence) -> None:
    """Evidence is worth no more than its kind, and no more than it was registered with."""
    assert stand(record([claim("c", [item])], [item]))["c"].grade is Grade.B


def test_rejected_evidence_is_worth_nothing() -> None:
    """What a person rejected counts as D and corroborates nothing."""
    rejected = replace(ACCOUNTS, status=VerificationStatus.REJECTED)
    found = stand(record([claim("c", [rejected])], [rejected]))["c"]
    assert (found.grade, found.corroboration) == (Grade.D, Corroboration.NONE)


def test_findings_count_until_their_defect_is_settled() -> None:
    """A finding counts as open while nobody filed it; once filed, its defect's status decides."""
    finding = Finding(ClaimId("a"), DefectType.INCONSISTENCY, "", (), "k")
    found = Findings(defects=(finding,), conflicts=(conflict("a", "b", 0.5, 1, "k"),))
    claims, items = [claim("a", [ACCOUNTS]), claim("b", [ACCOUNTS])], [ACCOUNTS]
    for filed, grade, verdict in (
        ([], Grade.B, Verdict.INFLATED),
        ([defect("a", DefectType.INCONSISTENCY, key="k")], Grade.B, Verdict.INFLATED),
        ([defect("a", DefectType.INCONSISTENCY, DefectStatus.CURED, key="k")], Grade.A, Verdict.VERIFIED),
        ([defect("a", DefectType.INCONSISTENCY, DefectStatus.WAIVED, key="k")], Grade.A, Verdict.VERIFIED),
    ):
        standing = stand(record(claims, items, filed), found)["a"]
        assert (standing.grade, standing.verdict) == (grade, verdict)


def test_conflict_names_the_other_source() -> None:
    """The verdict says which source speaks against the claim."""
    claims = [claim("a", [DECK]), claim("b", [ACCOUNTS])]
    found = Findings(conflicts=(conflict("a", "b", 0.25, 1, "k"),))
    told = stand(record(claims, [DECK, ACCOUNTS]), found)["a"].explanation
    assert "INFLATED: 25.0 % above a stronger source, the audited accounts accounts.pdf." in told


def test_agreeing_claims_lift() -> None:
    """Three decks of three systems that agree make each other MUTAWATIR, and B becomes A."""
    items = [evidence(f"deck-{number}") for number in range(3)]
    claims = [claim(f"c{number}", [item]) for number, item in enumerate(items)]
    agreeing = {one.id: tuple(other.id for other in claims if other is not one) for one in claims}
    found = stand(record(claims, items), Findings(agreeing=MappingProxyType(agreeing)))
    assert {(standing.grade, standing.corroboration) for standing in found.values()} == {
        (Grade.A, Corroboration.MUTAWATIR)
    }


def test_derived_claim_is_as_good_as_the_worst_it_rests_on() -> None:
    """In whatever order they come, and over two steps; a claim that is not there makes it D."""
    claims = [
        claim("sum", derived_from=["part", "a"]),
        claim("part", derived_from=["n"]),
        claim("a", [ACCOUNTS]),
        claim("n", [NEWS]),
        claim("lost", derived_from=["a", "nowhere"]),
    ]
    for order in (claims, claims[::-1]):
        found = stand(record(order, [ACCOUNTS, NEWS]))
        assert {name: found[name].grade for name in ("sum", "part", "lost")} == {
            "sum": Grade.C,
            "part": Grade.C,
            "lost": Grade.D,
        }
    assert "claim nowhere, which this deal does not have" in found["lost"].explanation[0]


def test_derivation_in_a_circle_is_d() -> None:
    """Claims that rest on each other, and what rests on them, rest on nothing."""
    claims = [claim("x", derived_from=["y"]), claim("y", derived_from=["x"]), claim("z", derived_from=["x"])]
    for order in (claims, claims[::-1]):
        found = stand(record(order))
        assert {standing.grade for standing in found.values()} == {Grade.D}
        assert all("goes round in a circle" in standing.explanation[0] for standing in found.values())


SOURCES = tuple(evidence(f"{kind}-{copy}", kind) for kind in SourceType for copy in range(2))


@st.composite
def deals(draw: st.DrawFn) -> tuple[list[Claim], list[Defect], Findings]:
    """Claims with evidence or derived from each other (circles too), defects in every status, conflicts, agreements."""
    names = [f"c{number}" for number in range(draw(st.integers(1, 6)))]
    some = st.lists(st.sampled_from(names), max_size=3, unique=True)
    claims = [
        claim(
            name,
            draw(st.lists(st.sampled_from(SOURCES), max_size=4, unique=True)),
            derived_from=draw(st.one_of(st.just([]), some)),
            confidence=draw(st.sampled_from([0.5, 0.95, 1.0])),
        )
        for name in names
    ]
    defects = [
        defect(
            draw(st.sampled_from(names)),
            draw(st.sampled_from(DefectType)),
            draw(st.sampled_from(DefectStatus)),
            f"k{number}",
        )
        for number in range(draw(st.integers(0, 5)))
    ]
    conflicts = tuple(
        conflict(
            draw(st.sampled_from(names)),
            draw(st.sampled_from(names)),
            draw(st.sampled_from([-0.5, 0.06, 0.5])),
            draw(st.sampled_from([-1, 0, 1])),
            f"k{number}",
        )
        for number in range(draw(st.integers(0, 3)))
    )
    agreeing = {ClaimId(name): tuple(ClaimId(other) for other in draw(some) if other != name) for name in names}
    return claims, defects, Findings(conflicts=conflicts, agreeing=MappingProxyType(agreeing))


def of(claims: Sequence[Claim], defects: Sequence[Defect], findings: Findings) -> dict[str, Standing]:
    return stand(record(claims, SOURCES, defects), findings)


@pytest.mark.requirement("grading-properties")
@given(deals(), st.randoms(use_true_random=False))
def test_no_order_changes_a_standing(deal: tuple[list[Claim], list[Defect], Findings], random: Random) -> None:
    """Claims, the evidence of each, defects and conflicts may come in any order: not a word changes."""
    claims, defects, findings = deal
    turned = [
        replace(one, sanad=replace(one.sanad, evidence=one.sanad.evidence[::-1]), derived_from=one.derived_from[::-1])
        for one in random.sample(claims, len(claims))
    ]
    mixed = replace(findings, conflicts=tuple(random.sample(findings.conflicts, len(findings.conflicts))))
    assert of(turned, random.sample(defects, len(defects)), mixed) == of(claims, defects, findings)


@pytest.mark.requirement("grading-properties")
@given(deals(), st.sampled_from([DefectStatus.CURED, DefectStatus.WAIVED]), st.data())
def test_settling_a_defect_never_lowers_a_grade(
    deal: tuple[list[Claim], list[Defect], Findings], settled: DefectStatus, data: st.DataObject
) -> None:
    """No claim of the deal is graded worse after one defect was cured or waived."""
    claims, defects, findings = deal
    place = data.draw(st.integers(0, max(len(defects) - 1, 0)))
    after = [replace(one, status=settled) if number == place else one for number, one in enumerate(defects)]
    before = of(claims, defects, findings)
    for name, standing in of(claims, after, findings).items():
        assert standing.grade <= before[name].grade  # A sorts first


@pytest.mark.requirement("grading-properties", "verdict")
@given(deals())
def test_what_always_holds(deal: tuple[list[Claim], list[Defect], Findings]) -> None:
    """An open FATAL defect is D; D or CONTRADICTED calls for an action; VERIFIED is A or B."""
    claims, defects, findings = deal
    fatal = {one.claim for one in defects if one.status is DefectStatus.OPEN and one.severity == "FATAL"}
    for name, standing in of(claims, defects, findings).items():
        assert standing.grade in Grade
        if name in fatal:
            assert standing.grade is Grade.D
        if standing.grade is Grade.D or standing.verdict is Verdict.CONTRADICTED:
            assert standing.action is not ClaimAction.NONE
        if standing.verdict is Verdict.VERIFIED:
            assert standing.grade in (Grade.A, Grade.B)
