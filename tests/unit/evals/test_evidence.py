"""Tests of evals.evidence: what counts as found and as an alarm, and the arithmetic of both."""

from __future__ import annotations

from dataclasses import replace

import pytest

from casewright.domain.defects import DefectType
from casewright.evidence.detection import detect
from casewright.evidence.record import Candidate, DealRecord, Finding, Findings
from evals.evidence import EvidenceReport, Share, judge, measure, report
from evals.golden.suites import deals
from evals.golden.truth import PLANTED_TYPES, GoldenDeal

SMALL = tuple(deals("small"))


def small(kind: DefectType) -> GoldenDeal:
    """The first small deal with a planted defect of this type."""
    return next(deal for deal in SMALL if deal.planted[0].type is kind)


def truth(deal: GoldenDeal) -> Findings:
    """What detectors without a fault would find: the first claim of each, and a candidate for each hidden document."""
    return Findings(
        defects=tuple(
            Finding(planted.claims[0], planted.type, planted.what, (), "key")
            for planted in deal.planted
            if planted.type is not DefectType.CONCEALMENT
        ),
        candidates=tuple(
            Candidate(planted.claims, planted.type, f"{planted.document} is not there.", (), "key")
            for planted in deal.planted
            if planted.type is DefectType.CONCEALMENT
        ),
    )


@pytest.mark.requirement("evidence-eval")
@pytest.mark.parametrize("suite", ["small", "generated", "adversarial", "clean"])
def test_the_truth_itself_finds_all_and_raises_no_alarm(suite: str) -> None:
    """Detectors that say what was planted and nothing else reach every one, FATAL or not, without an alarm."""
    golden = tuple(deals(suite))
    told = EvidenceReport(suite, tuple(judge(deal, truth(deal)) for deal in golden))
    planted = sum(len(deal.planted) for deal in golden)
    assert told.recall() == Share(planted, planted)
    assert told.fatal.hits == told.fatal.of
    assert told.gated.hits == told.gated.of
    assert told.alarmed() == Share(0, told.claims)
    assert told.as_json()["missed"] == told.as_json()["alarms"] == []


@pytest.mark.requirement("evidence-eval")
def test_nothing_found_is_nothing_reached() -> None:
    """Detectors that see nothing miss all twenty, and each miss is told with its deal and form."""
    told = measure("small", lambda _: Findings())
    assert told.recall() == Share(0, 20)
    assert {kind: told.recall(kind) for kind in told.types} == dict.fromkeys(PLANTED_TYPES, Share(0, 2))
    assert told.fatal == Share(0, 10)
    assert [miss["deal"] for miss in told.as_json()["missed"]] == [deal.name for deal in SMALL]


@pytest.mark.requirement("evidence-eval")
def test_an_alarm_on_every_claim_is_counted_once_a_claim() -> None:
    """Detectors that cry at each claim, twice, alarm every claim of clean deals once, under their type."""

    def cry(record: DealRecord) -> Findings:
        return Findings(tuple(Finding(one.id, DefectType.STALENESS, "old", (), "key") for one in record.claims * 2))

    told = measure("clean", cry)
    assert told.alarmed() == told.alarmed(DefectType.STALENESS) == Share(told.claims, told.claims)
    assert told.alarmed(DefectType.INCONSISTENCY).hits == 0
    assert told.types == (DefectType.STALENESS,)
    assert len(told.as_json()["alarms"]) == told.claims
    assert told.as_json()["deals_with_an_alarm"]["share"] == 1.0


@pytest.mark.requirement("evidence-eval")
@pytest.mark.parametrize("suite", ["small", "generated", "adversarial", "other_trades"])
def test_detectors_find_what_was_promised(suite: str) -> None:
    """Of each planted type at least 95 % are found, of the FATAL ones all, each cited hidden document on its claim."""
    told = measure(suite, detect)
    for kind in told.types:
        recall = told.recall(kind)
        assert recall.hits >= 0.95 * recall.of, kind
    assert told.fatal.hits == told.fatal.of
    assert told.gated.hits == told.gated.of


@pytest.mark.requirement("evidence-eval")
@pytest.mark.parametrize(("suite", "clean"), [("clean", 40), ("other_trades", 12)])
def test_detectors_leave_clean_deals_alone(suite: str, clean: int) -> None:
    """Where nothing was planted, at most 2 % of the claims have an alarm, of all types together."""
    told = report(suite, [deal for deal in deals(suite) if not deal.planted], detect)
    assert len(told.judged) == clean
    assert told.alarmed().hits <= 0.02 * told.claims


def test_another_type_on_the_right_claim_is_a_miss_and_an_alarm() -> None:
    """A slip of units that is called an inconsistency was not found, and the inconsistency is an alarm."""
    deal = small(DefectType.UNIT_MISMATCH)
    claim = deal.planted[0].claims[0]
    judged = judge(deal, Findings((Finding(claim, DefectType.INCONSISTENCY, "differs", (), "key"),)))
    assert judged.missed == deal.planted
    assert [(alarm.type, alarm.claim) for alarm in judged.alarms] == [(DefectType.INCONSISTENCY, claim)]


def test_what_another_reading_allows_is_neither_found_nor_an_alarm() -> None:
    """An inconsistency on the stronger of two sources does not stand for the weaker's anomaly, nor against it."""
    deal = small(DefectType.ANOMALY_VS_STRONGER_SOURCES)
    kind, claim = deal.planted[0].also[0]
    judged = judge(deal, Findings((Finding(claim, kind, "differs", (), "key"),)))
    assert judged.missed == deal.planted
    assert judged.alarms == ()


def test_hidden_document_is_found_by_its_candidate_alone() -> None:
    """A candidate that names it or stands on a citing claim finds it; a defect that nobody confirmed is an alarm."""
    deal = small(DefectType.CONCEALMENT)
    planted = deal.planted[0]
    assert planted.document is not None
    named = Candidate((), DefectType.CONCEALMENT, f"{planted.document} is not in the data room.", (), "key")
    by_name = judge(deal, Findings(candidates=(named,)))
    assert (by_name.found, by_name.gated, by_name.alarms) == (deal.planted, (), ())
    by_claim = judge(deal, Findings(candidates=(replace(named, claims=planted.claims, description="It is gone."),)))
    assert (by_claim.found, by_claim.gated, by_claim.alarms) == (deal.planted, deal.planted, ())
    filed = judge(deal, Findings((Finding(planted.claims[0], DefectType.CONCEALMENT, "hidden", (), "key"),)))
    assert filed.missed == deal.planted
    assert len(filed.alarms) == 1
    nothing = judge(deal, Findings(candidates=(replace(named, description="Something is gone."),)))
    assert nothing.missed == deal.planted
    assert [alarm.claim for alarm in nothing.alarms] == [None]
    other = next(claim.id for claim in deal.record.claims if claim.id not in planted.claims)
    beside = judge(deal, Findings(candidates=(replace(named, claims=(*planted.claims, other)),)))
    assert [alarm.claim for alarm in beside.alarms] == [other]


@pytest.mark.requirement("evidence-eval")
@pytest.mark.parametrize("suite", ["small", "generated", "adversarial", "clean"])
def test_detectors_are_given_what_the_index_says(suite: str) -> None:
    """Which documents are absent is read from the index's text, and is what was hidden, however others are spelt."""
    hidden = [{(one.index, one.start, one.name) for one in deal.record.absent} for deal in deals(suite)]
    seen: list[set[tuple[str, int, str]]] = []

    def look(record: DealRecord) -> Findings:
        seen.append({(one.index, one.start, one.name) for one in record.absent})
        return Findings()

    measure(suite, look)
    assert seen == hidden


@pytest.mark.parametrize(
    ("hits", "of", "low", "high"),
    [(0, 0, 0.0, 1.0), (0, 10, 0.0, 0.2775), (10, 10, 0.7225, 1.0), (95, 100, 0.8882, 0.9785), (1, 2, 0.0945, 0.9055)],
)
def test_interval_is_wilsons(hits: int, of: int, low: float, high: float) -> None:
    """The interval is the one of the textbook's examples, and all of [0, 1] where nothing was counted."""
    assert Share(hits, of).interval == pytest.approx((low, high), abs=5e-5)
    assert Share(hits, of).as_json()["share"] == (None if of == 0 else round(hits / of, 4))


def test_forms_are_counted_apart() -> None:
    """A type's forms add up to the type."""
    told = EvidenceReport("generated", tuple(judge(deal, Findings()) for deal in deals("generated")))
    for kind in told.types:
        assert told.recall(kind).of == sum(told.recall(kind, form).of for form in told.forms(kind))
    assert len(told.forms(DefectType.TIME_WINDOW_MISMATCH)) == 6
