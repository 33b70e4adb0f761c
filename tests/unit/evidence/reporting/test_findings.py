"""Tests of casewright.evidence.reporting.findings, of the memo and of what is set side by side."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal
from typing import TYPE_CHECKING

import pytest

from casewright.domain.claims import Materiality
from casewright.domain.defects import CURE, SEVERITY, Defect, DefectStatus, DefectType
from casewright.domain.evidence import Evidence, Grade, SourceType
from casewright.domain.ids import ActorId, ClaimId, EvidenceId, MatterId
from casewright.domain.values import Monetary
from casewright.evidence.record import DealRecord
from casewright.evidence.reporting.defect_groups import group_defects
from casewright.evidence.reporting.lookup import Lookup
from casewright.evidence.reporting.memo import FINDINGS, told_in_memo
from casewright.evidence.reporting.parts import Comparison, Entry, Listed, Section
from casewright.evidence.reporting.report import EvidenceReport
from casewright.evidence.reporting.requests import list_requests
from casewright.evidence.reporting.sections import sections
from casewright.evidence.reporting.source_check import find_unsourced, parts_of
from tests.deal_reports import golden_reports
from tests.example_claims import ACCOUNTS, DECK, FY2025, claim, defect, item

if TYPE_CHECKING:
    from collections.abc import Sequence

    from casewright.domain.claims import Claim
    from casewright.evidence.reporting.parts import Block

pytestmark = pytest.mark.requirement("report-for-people")
ANOMALY, INCONSISTENCY = DefectType.ANOMALY_VS_STRONGER_SOURCES, DefectType.INCONSISTENCY


def place(name: str, kind: SourceType, grade: Grade, page: int) -> Evidence:
    """An item on a page of the deck or of the accounts."""
    one = item(name, document=DECK if kind is SourceType.BOARD_DECK else ACCOUNTS)
    assert one.span is not None
    span = replace(one.span, page=page, cell=None)
    return replace(one, source_type=kind, source_grade=grade, span=span, excerpt="ARR as stated")


PLACES = (
    place("deck-4", SourceType.BOARD_DECK, Grade.B, 4),
    place("deck-9", SourceType.BOARD_DECK, Grade.B, 9),
    place("accounts-2", SourceType.AUDITED_ACCOUNTS, Grade.A, 2),
    place("model-3", SourceType.FINANCIAL_MODEL, Grade.B, 3),
)


def arr(name: str, evidence: str, amount: str, **changed: object) -> Claim:
    """A claim about ARR for FY2025 that rests on the item."""
    value = Monetary(Decimal(amount), "EUR")
    one = replace(claim(name, evidence, value=value), text=f"{name} states ARR.", notes=(), derived_from=())
    return replace(one, **changed)  # type: ignore[arg-type]  # fields by name


def flawed(name: str, kind: DefectType, against: str, **changed: object) -> Defect:
    """An open defect of the claim ``name``, which cites the claim ``against``."""
    one = replace(defect(f"d-{name}-{against}"), claim=ClaimId(name), type=kind, severity=SEVERITY[kind])
    told = replace(one, cure=CURE[kind], description=f"{name} differs.", evidence=(f"claim:{against}",))
    return replace(told, **changed)  # type: ignore[arg-type]  # fields by name


def report_of(claims: Sequence[Claim], defects: Sequence[Defect]) -> EvidenceReport:
    record = DealRecord(
        claims=tuple(claims),
        evidence={one.id: one for one in PLACES},
        as_of=FY2025.end,
        defects=tuple(defects),
        documents={DECK: "01_deck.pdf", ACCOUNTS: "accounts.pdf"},
    )
    return EvidenceReport(MatterId("deal"), "M-1", "Acme", record, (), list_requests(record))


def texts(blocks: Sequence[Block]) -> list[str]:
    """The points of lists in these blocks."""
    listed = [block for block in blocks if isinstance(block, Listed)]
    return ["".join(part.text for part in line) for block in listed for line in block.items]


def section_of(whole: Sequence[Section], reference: str) -> Section:
    return next(section for section in whole if section.reference == reference)


def test_a_finding_says_who_overstates_what_by_how_much_against_whom() -> None:
    """In words and money, with both places; symmetrical defects and repeated statements are told once."""
    claims = (arr("c1", "deck-4", "4200000"), arr("c2", "deck-9", "4200000"), arr("c3", "accounts-2", "3210000"))
    report = report_of(claims, [flawed("c1", ANOMALY, "c3"), flawed("c2", ANOMALY, "c3")])
    whole = sections(report)

    assert texts(section_of(whole, "section:findings").blocks) == [
        (
            "Major: The deck overstates ARR, FY2025 by 31 %: EUR 4.2 m (deck, p. 4; deck, p. 9) against EUR 3.21 m "
            "(accounts, p. 2), the stronger source."
        )
    ]
    assert find_unsourced(report, whole) == []
    assert not any(section.reference == "section:defects" for section in whole)


def test_of_equal_sources_none_is_blamed() -> None:
    """It says that neither is stronger, and both defects are one finding."""
    claims = (arr("c1", "deck-4", "4200000"), arr("c2", "model-3", "3210000"))
    report = report_of(claims, [flawed("c1", INCONSISTENCY, "c2"), flawed("c2", INCONSISTENCY, "c1")])
    (told,) = texts(section_of(sections(report), "section:findings").blocks)
    assert told.startswith("Major: The deck states ARR, FY2025 31 % above ")
    assert told.endswith("neither is the stronger source.")


def test_another_metric_is_another_finding() -> None:
    """Groups hang together by claims that state one figure, not by the document."""
    claims = (
        arr("c1", "deck-4", "4200000"),
        arr("c2", "accounts-2", "3210000"),
        arr("c3", "deck-4", "900", metric="cash"),
        arr("c4", "accounts-2", "500", metric="cash"),
    )
    at = Lookup(report_of(claims, [flawed("c1", ANOMALY, "c2"), flawed("c3", ANOMALY, "c4")]))
    assert [len(group.defects) for group in group_defects(at)] == [1, 1]


def test_the_memo_tells_five_and_the_report_the_others() -> None:
    """None twice: each open defect has one place, and those that weigh most are in the memo."""
    claims, defects = [], []
    for number in range(8):
        weight = Materiality.LOW if number < 4 else Materiality.CRITICAL
        metric = f"metric {'abcdefgh'[number]}"
        for name, place_name, amount in (("c", "deck-4", "4200000"), ("k", "accounts-2", "3210000")):
            claims.append(arr(f"{name}{number}", place_name, amount, metric=metric, materiality=weight))
        defects.append(flawed(f"c{number}", ANOMALY, f"k{number}"))
    report = report_of(claims, defects)
    whole = sections(report)
    told = texts(section_of(whole, "section:findings").blocks)
    assert len(told) == FINDINGS
    assert sum(f"metric {letter}," in line for line in told for letter in "efgh") == 4
    places = [here for part in parts_of(whole) if (here := part.here or "").startswith("defect:")]
    entries = [block.reference for block in section_of(whole, "section:defects").blocks if isinstance(block, Entry)]
    assert sorted([*places, *entries]) == sorted(f"defect:{one.id}" for one in defects)


def test_what_matters_more_is_told_first() -> None:
    """Of claims that weigh alike: a stronger source against one, a fatal flaw, an equal source, a missing paper."""
    claims = (
        *(arr(f"c{number}", "deck-4", "4200000", metric=f"metric {'abcd'[number]}") for number in range(4)),
        arr("k0", "accounts-2", "3210000", metric="metric a", span=replace(claim().span, document=ACCOUNTS)),  # type: ignore[type-var]
        arr("k1", "model-3", "3210000", metric="metric b", span=replace(claim().span, document=ACCOUNTS)),  # type: ignore[type-var]
    )
    fatal, missing = DefectType.CIRCULARITY, DefectType.MISSING_LINK
    defects = [
        flawed("c2", missing, "c2", description="A paper is missing."),
        flawed("c1", INCONSISTENCY, "k1"),
        flawed("c0", ANOMALY, "k0"),
        flawed("c3", fatal, "c3", description="It goes round."),
    ]
    groups = group_defects(Lookup(report_of(claims, defects)))
    assert [group.first.type for group in groups] == [ANOMALY, fatal, INCONSISTENCY, missing]


def test_settled_defects_say_how_they_ended() -> None:
    """They are no findings of the memo any more."""
    claims = (arr("c1", "deck-4", "4200000"), arr("c2", "accounts-2", "3210000"))
    ended = {"status": DefectStatus.WAIVED, "resolved_by": ActorId("ann"), "reason": "Another scope."}
    report = report_of(claims, [flawed("c1", ANOMALY, "c2", **ended)])
    whole = sections(report)
    text = "".join(part.text for part in parts_of([section_of(whole, "section:defects")]))
    assert "Waived by ann: Another scope." in text
    assert "No defect is open." in "".join(part.text for part in parts_of([section_of(whole, "section:findings")]))


def test_what_documents_state_stands_side_by_side() -> None:
    """The strongest first, exact, with its distance and a bar by its amount."""
    claims = (arr("c1", "deck-4", "4200000"), arr("c2", "accounts-2", "3210000"))
    whole = sections(report_of(claims, ()))
    (compared,) = [one for one in section_of(whole, "section:side-by-side").blocks if isinstance(one, Comparison)]
    rows = [
        ["".join(part.text for part in line) for line in (bar.source, bar.value, bar.distance)] for bar in compared.bars
    ]
    assert rows == [["accounts, p. 2", "EUR 3,210,000", ""], ["deck, p. 4", "EUR 4,200,000", "31 % more"]]
    assert [bar.thousandths for bar in compared.bars] == [764, 1000]


@pytest.mark.parametrize("metric", ["arr", None])
def test_what_one_document_states_is_not_compared(metric: str | None) -> None:
    """Nor what has no name."""
    other = "deck-9" if metric else "accounts-2"
    claims = (arr("c1", "deck-4", "1", metric=metric), arr("c2", other, "2", metric=metric))
    assert not any(one.reference == "section:side-by-side" for one in sections(report_of(claims, ())))


@pytest.mark.parametrize("suite", ["small", "adversarial"])
def test_every_open_defect_of_a_golden_deal_is_told_once(suite: str) -> None:
    """In the memo or behind it, whatever groups it stands in; each item of evidence is quoted in one place at most."""
    for report in golden_reports(suite):
        whole = sections(report)
        entries = [one.reference for section in whole for one in section.blocks if isinstance(one, Entry)]
        places = [*entries, *(part.here for part in parts_of(whole) if part.here is not None)]
        assert len(places) == len(set(places))
        assert {f"defect:{one.id}" for one in report.record.defects} <= set(places)
        assert {f"claim:{one.id}" for one in report.record.claims} <= set(places)
        borne = {f"evidence:{name}" for one in report.record.claims for name in one.sanad.evidence}
        assert borne & {f"evidence:{name}" for name in report.record.evidence} <= set(places)


def test_what_the_memo_skips_is_told_behind_it() -> None:
    """Of two findings against one and the same thing the memo tells the first."""
    claims = (arr("c1", "deck-4", "1"), arr("c2", "deck-9", "2"), arr("c3", "accounts-2", "3", metric="term"))
    report = report_of(claims, [flawed("c1", ANOMALY, "c3"), flawed("c2", ANOMALY, "c3", description="Another.")])
    at = Lookup(report)
    groups = group_defects(at)
    assert (len(groups), len(told_in_memo(groups))) == (2, 1)
    assert find_unsourced(report) == []
    assert EvidenceId("deck-9") in at.borne
