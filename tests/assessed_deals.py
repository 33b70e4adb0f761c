"""Deals to assess in tests: of a few claims drawn by a property, and what changes them."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, timedelta
from decimal import Decimal
from itertools import count
from typing import TYPE_CHECKING

from hypothesis import strategies as st

from casewright.domain.calculations import CalcInput
from casewright.domain.claims import Claim, ClaimType
from casewright.domain.defects import CURE, SEVERITY, DefectStatus, DefectType
from casewright.domain.evidence import Evidence, NodeKind, Sanad, SourceSpan, SourceType, TransmissionNode
from casewright.domain.ids import ActorId, CalcId, ClaimId, DefectId, NodeId
from casewright.domain.matters import MatterKind
from casewright.domain.periods import Period, PeriodKind
from casewright.domain.values import Monetary
from casewright.evidence.sources import SOURCE_GRADE
from casewright.toolbox.deals.addition import assess_added
from casewright.toolbox.deals.assessment import NOT_ASSESSED, Assessment
from casewright.toolbox.deals.reassessment import reassess
from tests import example_claims, shelf
from tests.fakes.fixed_clock import START
from tests.shelf import ANN, OURS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from casewright.domain.ids import DocumentId, MatterId
    from casewright.toolbox.deals.deal_stores import DealStores

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


def next_number() -> int:
    """A number that no other deal, claim or defect of the run has."""
    return next(_deals)


def new_deal(stores: DealStores) -> MatterId:
    made = stores.matters.create(
        OURS, title="Acme", description="", kind=MatterKind.DEAL, jurisdiction=None, created_by=ANN, at=START
    )
    return made.id


@st.composite
def filled(draw: st.DrawFn, stores: DealStores) -> MatterId:
    """A deal of some claims: about few figures, some derived from others, in circles too, one by a calculation."""
    deal, number = new_deal(stores), next_number()
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
        confidence=1.0,
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
    name = DefectId(f"d-{next_number()}")
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
        NodeId(f"v-{next_number()}"), NodeKind.HUMAN_VERIFY, PAT, (f"node:{last}",), (f"claim:{claim.id}",), START
    )
    chain = replace(claim.sanad, nodes=(*claim.sanad.nodes, step))
    stores.claims.verify(OURS, replace(claim, verified_by=PAT, sanad=chain))
    reassess(stores, OURS, deal, [claim.id])
