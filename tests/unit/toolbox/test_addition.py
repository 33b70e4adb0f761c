"""A claim that is added is held against its own kind, and has the whole deal assessed where it touches more."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from casewright.domain.claims import Claim, ClaimClass, ClaimType
from casewright.domain.defects import DefectType
from casewright.domain.evidence import Evidence, SourceSpan, SourceType
from casewright.domain.ids import ClaimId, EvidenceId
from casewright.evidence.extraction.places import At
from casewright.evidence.record import AbsentDocument
from casewright.evidence.sources import SOURCE_GRADE
from casewright.toolbox.deals import addition
from casewright.toolbox.deals.addition import assess_added
from casewright.toolbox.deals.assessment import Assessment, assess
from casewright.toolbox.deals.premises import is_as_assessed
from tests import example_claims
from tests.shelf import OURS

if TYPE_CHECKING:
    from casewright.domain.ids import MatterId, TenantId
    from casewright.toolbox.deals.deal_stores import DealStores
from tests.assessed_deals import add, add_document, flag, new_deal, next_number, plain_claim


@pytest.mark.requirement("assessment-incremental")
def test_an_added_claim_is_held_against_its_own_kind(stores: DealStores, monkeypatch: pytest.MonkeyPatch) -> None:
    """A plain claim is compared without looking over the whole deal; what it settles or contradicts is told."""
    deal, number = new_deal(stores), next_number()
    document = add_document(stores, deal, "a.txt")

    def made(name: str, amount: str, kind: SourceType) -> tuple[Claim, Evidence]:
        item = replace(
            example_claims.item(f"e-{number}-{name}", deal=deal),
            excerpt=f"EUR {amount}",
            span=SourceSpan(document, 0, 5),
            source_type=kind,
            source_grade=SOURCE_GRADE[kind],
        )
        return replace(plain_claim(f"{number}-{name}", item, amount, ()), metric="arr", entity="acme"), item

    first, said = made("a", "1000000", SourceType.BOARD_DECK)
    stores.claims.add([first], [said])
    assess(stores, OURS, deal)
    monkeypatch.setattr(addition, "assess", lambda *_: pytest.fail("the whole deal was assessed"))

    second = add(stores, deal, *made("b", "1500000", SourceType.BOARD_DECK))
    third = add(stores, deal, *made("c", "1500000", SourceType.AUDITED_ACCOUNTS))

    assert {one.type for one in second.defects} == {DefectType.INCONSISTENCY}
    assert len(second.defects) == 2
    assert {one.type for one in third.withdrawn} == {DefectType.INCONSISTENCY}
    assert [(one.type, one.claim) for one in third.defects] == [(DefectType.ANOMALY_VS_STRONGER_SOURCES, f"{number}-a")]
    assert third.withdrawn[0].reason == "Found no more: a claim was entered."


@pytest.mark.requirement("assessment-incremental")
@pytest.mark.parametrize(
    "what", ["seen", "absent", "broken chain", "ratio", "figure of a ratio", "derived", "evidence", "term", "unsure"]
)
def test_a_claim_that_touches_more_has_the_whole_deal_assessed(
    stores: DealStores, what: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where a check saw something there, an absent document is cited, a chain misses something or a ratio needs it."""
    deal, number = new_deal(stores), next_number()
    document = add_document(stores, deal, "a.txt")
    item = replace(example_claims.item(f"e-{number}", deal=deal), excerpt="EUR 1000", span=SourceSpan(document, 0, 5))
    claim = replace(plain_claim(f"{number}-c", item, "1000", ()), metric="revenue" if "figure" in what else "cash")
    if what == "figure of a ratio":
        other = replace(item, id=EvidenceId(f"o-{number}"))
        stores.claims.add([replace(plain_claim(f"{number}-o", other, "1000", ()), metric="revenue growth")], [other])
    if what == "broken chain":
        flag(stores, deal, replace(claim, id=ClaimId("elsewhere")), DefectType.BROKEN_CHAIN)
    assess(stores, OURS, deal)
    kept = stores.assessments.get(OURS, deal)
    assert kept is not None
    match what:
        case "seen":
            stores.assessments.put(OURS, deal, replace(kept, seen_at=(At(document, 1, 4),)))
        case "absent":
            absent = AbsentDocument("Side letter with the lender.pdf", document, 0, 4)
            stores.assessments.put(OURS, deal, replace(kept, absent=(absent,)))
            claim = replace(claim, text="It is EUR 1000, says Side letter with the lender.pdf")
        case "ratio":
            claim = replace(claim, metric="gross margin")
        case "term":
            claim = replace(claim, claim_class=ClaimClass.LEGAL_TERMS)
        case "unsure":
            claim = replace(claim, confidence=0.9)
        case "derived":
            claim = replace(claim, claim_type=ClaimType.DERIVED, derived_from=(ClaimId("elsewhere"),))
    whole: list[MatterId] = []

    def assess_whole(given: DealStores, tenant: TenantId, of: MatterId, because: str) -> Assessment:
        whole.append(of)
        return assess(given, tenant, of, because)

    monkeypatch.setattr(addition, "assess", assess_whole)
    stores.claims.add([claim], [item])

    assess_added(stores, OURS, deal, [claim], [item.id] if what == "evidence" else [], "")

    assert whole == [deal]
    assert is_as_assessed(stores, OURS, deal)
