"""Assessing again what a change reaches comes to the same as looking over the whole deal."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, timedelta
from decimal import Decimal
from itertools import count
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from casewright.adapters.database.assessments import SqlAssessments
from casewright.adapters.database.calculations import SqlCalculations
from casewright.adapters.database.claims import SqlClaims
from casewright.adapters.database.defects import SqlDefects
from casewright.adapters.database.documents import SqlDocuments
from casewright.adapters.database.engine import open_database
from casewright.adapters.database.evidence_sources import SqlSources
from casewright.adapters.database.gates import SqlGates
from casewright.adapters.database.matters import SqlMatters
from casewright.adapters.database.migrate import upgrade
from casewright.domain.calculations import CalcInput
from casewright.domain.claims import Claim, ClaimType
from casewright.domain.defects import CURE, SEVERITY, DefectStatus, DefectType
from casewright.domain.evidence import Evidence, NodeKind, Sanad, SourceSpan, SourceType, TransmissionNode
from casewright.domain.ids import ActorId, CalcId, ClaimId, DefectId, EvidenceId, NodeId
from casewright.domain.matters import MatterKind
from casewright.domain.periods import Period, PeriodKind
from casewright.domain.sources import DocumentSource
from casewright.domain.values import Monetary
from casewright.evidence.extraction.places import At
from casewright.evidence.record import AbsentDocument
from casewright.evidence.sources import SOURCE_GRADE
from casewright.toolbox.deals import addition, reassessment
from casewright.toolbox.deals.addition import assess_added
from casewright.toolbox.deals.assessment import NOT_ASSESSED, Assessment, assess
from casewright.toolbox.deals.deal_stores import DealStores
from casewright.toolbox.deals.premises import is_as_assessed
from casewright.toolbox.deals.reassessment import reassess
from tests import example_claims, shelf
from tests.fakes.fixed_clock import START, FixedClock
from tests.shelf import ANN, OURS

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from casewright.domain.ids import DocumentId, MatterId, TenantId

PAT = ActorId("pat")
METRICS = ("arr", "Annual recurring revenue", "revenue", "headcount in Cluj", "revenue growth")
ENTITIES = (None, "Acme Ltd", "acme ltd.", "Beta")
PERIODS = (
    None,
    Period(PeriodKind.YEAR, date(2025, 12, 31)),
    Period(PeriodKind.LTM, date(2025, 9, 30)),
    Period(PeriodKind.QUARTER, date(2025, 12, 31)),
)
AMOUNTS = ("1000000", "1004000", "1030000", "1500000", "1000")
KINDS = (SourceType.AUDITED_ACCOUNTS, SourceType.BOARD_DECK, SourceType.NEWS, SourceType.UNKNOWN)
_deals = count()


@pytest.fixture(scope="module")
def stores(tmp_path_factory: pytest.TempPathFactory) -> Iterator[DealStores]:
    """Stores over one database for all examples, each of which has a deal of its own."""
    address = str(tmp_path_factory.mktemp("deals") / "deals.db")
    database = open_database(address)
    upgrade(database)
    yield DealStores(
        matters=SqlMatters(database),
        documents=SqlDocuments(database),
        claims=SqlClaims(database),
        defects=SqlDefects(database),
        gates=SqlGates(database),
        calculations=SqlCalculations(database),
        sources=SqlSources(database),
        assessments=SqlAssessments(database),
        transaction=database,
        clock=FixedClock(),
    )
    database.close()


def new_deal(stores: DealStores) -> MatterId:
    made = stores.matters.create(
        OURS, title="Acme", description="", kind=MatterKind.DEAL, jurisdiction=None, created_by=ANN, at=START
    )
    return made.id


@st.composite
def filled(draw: st.DrawFn, stores: DealStores) -> MatterId:
    """A deal of some claims: about few figures, some derived from others, in circles too, one by a calculation."""
    deal, number = new_deal(stores), next(_deals)
    names = [f"{number}-c{place}" for place in range(draw(st.integers(2, 9)))]
    documents = [add_document(stores, deal, name) for name in ("a.txt", "b.txt")]
    claims, items = [], []
    calc = replace(
        example_claims.calculation(f"{number}-calc"),
        deal=deal,
        inputs=tuple(
            CalcInput(f"input {name}", ClaimId(name), Monetary(Decimal(1), "EUR"), SOURCE_GRADE[KINDS[0]], material)
            for name, material in zip(names[:2], (True, draw(st.booleans())), strict=True)
        ),
    )
    for name in names:
        derived = draw(st.lists(st.sampled_from([*names, f"{number}-none"]), max_size=2, unique=True))
        made, item = draw(one_claim(deal, name, documents, derived))
        by_calculation = draw(st.integers(0, 5)) == 0
        kind = ClaimType.DERIVED if derived or by_calculation else ClaimType.PRIMARY
        claims.append(replace(made, claim_type=kind, source_calc=CalcId(calc.id) if by_calculation else None))
        items.append(item)
    stores.claims.add(claims, items)
    stores.calculations.add(calc)
    return deal


@st.composite
def one_claim(
    draw: st.DrawFn, deal: MatterId, name: str, documents: Sequence[DocumentId], derived: Sequence[str] = ()
) -> tuple[Claim, Evidence]:
    """A claim about one of few figures, with evidence of its own."""
    kind = draw(st.sampled_from(KINDS))
    amount = draw(st.sampled_from(AMOUNTS))
    item = replace(
        example_claims.item(f"e-{name}", deal=deal),
        source_type=kind,
        source_grade=SOURCE_GRADE[kind],
        excerpt=f"EUR {amount}",
        source_date=START - timedelta(days=draw(st.sampled_from((1, 900)))),
        span=SourceSpan(draw(st.sampled_from(documents)), 0, 5),
    )
    made = replace(
        plain_claim(name, item, amount, derived),
        metric=draw(st.sampled_from(METRICS)),
        entity=draw(st.sampled_from(ENTITIES)),
        period=draw(st.sampled_from(PERIODS)),
        confidence=draw(st.sampled_from((0.9, 1.0))),
    )
    return made, item


def plain_claim(name: str, item: Evidence, amount: str, derived: Sequence[str]) -> Claim:
    """A claim that its evidence says, by a chain without gaps."""
    assert item.span is not None
    nodes = (
        TransmissionNode(
            NodeId(f"{name}-1"),
            NodeKind.INGEST,
            "reader",
            (f"document:{item.span.document}",),
            (f"evidence:{item.id}",),
            START,
        ),
        TransmissionNode(
            NodeId(f"{name}-2"),
            NodeKind.EXTRACT,
            "rules",
            (f"node:{name}-1", f"evidence:{item.id}", *(f"claim:{one}" for one in derived)),
            (f"claim:{name}",),
            START,
        ),
    )
    made = example_claims.claim(name, item.id, deal=item.deal, value=Monetary(Decimal(amount), "EUR"))
    return replace(
        made,
        text=f"It is EUR {amount}",
        span=item.span,
        sanad=Sanad(nodes, (item.id,)),
        claim_type=ClaimType.DERIVED if derived else ClaimType.PRIMARY,
        derived_from=tuple(ClaimId(one) for one in derived),
        standing=NOT_ASSESSED,
        notes=(),
    )


def add_document(stores: DealStores, deal: MatterId, name: str) -> DocumentId:
    made = shelf.document(deal, name, name=name)
    return stores.documents.add(made, shelf.reading(name), identity=name).id


def flag(stores: DealStores, deal: MatterId, claim: Claim, kind: DefectType) -> None:
    name = DefectId(f"d-{next(_deals)}")
    one = replace(example_claims.defect(name, deal=deal), claim=claim.id, type=kind, key=f"flagged:{name}")
    stores.defects.file([replace(one, severity=SEVERITY[kind], cure=CURE[kind], status=DefectStatus.OPEN)])
    reassess(stores, OURS, deal, [claim.id])


def end(stores: DealStores, deal: MatterId, place: int, status: DefectStatus) -> None:
    there = [one for one in stores.defects.of_deal(OURS, deal) if one.status is DefectStatus.OPEN]
    if not there:
        return
    one = there[place % len(there)]
    stores.defects.resolve(replace(one, status=status, resolved_by=PAT, reason="so", resolved_at=START))
    reassess(stores, OURS, deal, [one.claim])


def add(stores: DealStores, deal: MatterId, claim: Claim, item: Evidence) -> Assessment:
    with stores.transaction.together():
        stores.claims.add([claim], [item])
        return assess_added(stores, OURS, deal, [claim], [], "a claim was entered")


def verify(stores: DealStores, deal: MatterId, claim: Claim) -> None:
    last = claim.sanad.nodes[-1].id
    step = TransmissionNode(
        NodeId(f"v-{next(_deals)}"), NodeKind.HUMAN_VERIFY, PAT, (f"node:{last}",), (f"claim:{claim.id}",), START
    )
    chain = replace(claim.sanad, nodes=(*claim.sanad.nodes, step))
    stores.claims.verify(OURS, replace(claim, verified_by=PAT, sanad=chain))
    reassess(stores, OURS, deal, [claim.id])


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
                name = f"added-{next(_deals)}"
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


def test_a_change_reaches_what_is_derived(stores: DealStores) -> None:
    """A defect lowers the claim and all that is derived from it, and nothing else; its end raises them."""
    deal, number = new_deal(stores), next(_deals)
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
    deal, number = new_deal(stores), next(_deals)
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


@pytest.mark.requirement("assessment-incremental")
def test_an_added_claim_is_held_against_its_own_kind(stores: DealStores, monkeypatch: pytest.MonkeyPatch) -> None:
    """A plain claim is compared without looking over the whole deal; what it settles or contradicts is told."""
    deal, number = new_deal(stores), next(_deals)
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
    "what", ["seen", "absent", "broken chain", "ratio", "figure of a ratio", "derived", "evidence"]
)
def test_a_claim_that_touches_more_has_the_whole_deal_assessed(
    stores: DealStores, what: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where a check saw something there, an absent document is cited, a chain misses something or a ratio needs it."""
    deal, number = new_deal(stores), next(_deals)
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
