"""Assessing again what a change reaches comes to the same as looking over the whole deal."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, date, datetime
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from casewright.domain.defects import DefectStatus, DefectType
from casewright.domain.evidence import SourceSpan, SourceType
from casewright.domain.periods import Period, PeriodKind
from casewright.domain.sources import DocumentSource
from casewright.toolbox.deals import reassessment
from casewright.toolbox.deals.assessment import NOT_ASSESSED, Assessment, assess
from casewright.toolbox.deals.premises import is_as_assessed
from casewright.toolbox.deals.reassessment import reassess
from tests import example_claims, shelf
from tests.fakes.fixed_clock import START, FixedClock
from tests.shelf import OURS

if TYPE_CHECKING:
    from casewright.domain.ids import MatterId, TenantId
    from casewright.toolbox.deals.deal_stores import DealStores
from tests.assessed_deals import (
    PAT,
    add,
    add_document,
    end,
    filled,
    flag,
    new_deal,
    next_number,
    one_claim,
    plain_claim,
    verify,
)


@pytest.mark.requirement("assessment-incremental")
@given(data=st.data())
def test_any_changes_come_to_what_a_whole_assessment_comes_to(stores: DealStores, data: st.DataObject) -> None:
    """After any sequence of changes looking over the whole deal changes nothing: standings, notes, defects, gates."""
    deal = data.draw(filled(stores))
    assess(stores, OURS, deal)
    for _ in range(data.draw(st.integers(1, 5))):
        assert is_as_assessed(stores, OURS, deal)
        claims = stores.claims.of_deal(OURS, deal)
        claim = claims[data.draw(st.integers(0, len(claims) - 1))]
        match data.draw(st.sampled_from(("flag", "cure", "waive", "verify", "add", "add", "add"))):
            case "add":
                name = f"added-{next_number()}"
                documents = [one.id for one in stores.documents.of_matter(OURS, deal)]
                add(stores, deal, *data.draw(one_claim(deal, name, documents)))
            case "flag":
                flag(stores, deal, claim, data.draw(st.sampled_from(DefectType)))
            case "cure":
                end(stores, deal, data.draw(st.integers(0, 20)), DefectStatus.CURED)
            case "waive":
                end(stores, deal, data.draw(st.integers(0, 20)), DefectStatus.WAIVED)
            case _:
                verify(stores, deal, claim)
    before = (stores.claims.of_deal(OURS, deal), stores.defects.of_deal(OURS, deal), stores.gates.of_deal(OURS, deal))

    found = assess(stores, OURS, deal)

    after = (stores.claims.of_deal(OURS, deal), stores.defects.of_deal(OURS, deal), stores.gates.of_deal(OURS, deal))
    assert before == after
    assert (found.defects, found.withdrawn, found.gates, found.regraded) == ((), (), (), ())


def test_a_second_paper_of_a_year_tells_how_the_company_counts_years(stores: DealStores) -> None:
    """What was too early for one paper is not for two: then looking over the deal again changes nothing, either."""
    deal, number = new_deal(stores), next_number()
    year = Period(PeriodKind.YEAR, date(2025, 12, 31))
    made = []
    for name in ("a", "b"):
        item = replace(
            example_claims.item(f"e-{number}-{name}", deal=deal),
            excerpt="EUR 1000",
            span=SourceSpan(add_document(stores, deal, f"{name}.txt"), 0, 5),
            source_date=datetime(2025, 3, 1, tzinfo=UTC),
        )
        made.append((replace(plain_claim(f"{number}-{name}", item, "1000", ()), period=year), item))
    (first, proof), second = made
    stores.claims.add([replace(first, confidence=0.9)], [proof])
    assess(stores, OURS, deal)
    add(stores, deal, *second)
    before = stores.claims.of_deal(OURS, deal), stores.defects.of_deal(OURS, deal)

    assess(stores, OURS, deal)

    assert before == (stores.claims.of_deal(OURS, deal), stores.defects.of_deal(OURS, deal))


def test_a_change_reaches_what_is_derived(stores: DealStores) -> None:
    """A defect lowers the claim and all that is derived from it, and nothing else; its end raises them."""
    deal, number = new_deal(stores), next_number()
    document = add_document(stores, deal, "a.txt")
    first, second, third, other = (f"{number}-c{place}" for place in range(4))
    claims, items = [], []
    for name, derived in ((first, ()), (second, (first,)), (third, (second,)), (other, ())):
        item = replace(example_claims.item(f"e-{name}", deal=deal), excerpt="EUR 1000", span=SourceSpan(document, 0, 5))
        claims.append(replace(plain_claim(name, item, "1000", derived), metric=f"metric {name}", period=None))
        items.append(item)
    stores.claims.add(claims, items)
    assess(stores, OURS, deal)

    def grades() -> list[str]:
        return [claim.standing.grade.value for claim in stores.claims.of_deal(OURS, deal)]

    before = grades()
    flag(stores, deal, claims[0], DefectType.CONCEALMENT)
    flagged = grades()
    end(stores, deal, 0, DefectStatus.CURED)

    assert (before, flagged, grades()) == (["B"] * 4, ["D", "D", "D", "B"], ["B"] * 4)


@pytest.mark.requirement("assessment-incremental")
@pytest.mark.parametrize("what", ["never assessed", "document", "description", "day", "claim", "calculation", "clock"])
def test_the_whole_deal_is_assessed_where_more_has_changed(
    stores: DealStores, what: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What changed beside the claim is not passed over: a document, its kind, the day, claims, calculations."""
    deal, number = new_deal(stores), next_number()
    one = replace(example_claims.claim(f"{number}-c", f"{number}-e", deal=deal), standing=NOT_ASSESSED)
    stores.claims.add([one], [example_claims.item(f"{number}-e", deal=deal)])
    if what != "never assessed":
        assess(stores, OURS, deal)
        assert is_as_assessed(stores, OURS, deal)
    document = shelf.document(deal, "words", name="a.txt")
    match what:
        case "document":
            stores.documents.add(document, shelf.reading("words"), identity="a")
        case "description":
            said = (document.id, SourceType.NEWS, None, None, None, PAT, START)
            stores.sources.put(DocumentSource(OURS, deal, *said))
        case "day":
            stores.sources.date_deal(OURS, deal, date(2027, 1, 1))
        case "claim":
            other = example_claims.claim(f"{number}-d", f"{number}-e", deal=deal)
            stores.claims.add([other], [])
        case "calculation":
            stores.calculations.add(replace(example_claims.calculation(f"{number}-calc"), deal=deal))
        case "clock":
            assert isinstance(stores.clock, FixedClock)
            stores.clock.advance(days=1)
    whole: list[MatterId] = []

    def assess_whole(given: DealStores, tenant: TenantId, of: MatterId) -> Assessment:
        whole.append(of)
        return assess(given, tenant, of)

    monkeypatch.setattr(reassessment, "assess", assess_whole)

    assert not is_as_assessed(stores, OURS, deal)
    reassess(stores, OURS, deal, [one.id])

    assert whole == [deal]
    assert is_as_assessed(stores, OURS, deal)
