"""What every store of claims keeps."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, date, datetime
from decimal import Decimal
from typing import TYPE_CHECKING

import pytest

from casewright.adapters.database.claims import SqlClaims
from casewright.domain.claims import ClaimAction, ClaimType, Polarity, Standing, Verdict
from casewright.domain.evidence import Corroboration, Grade, NodeKind, SourceType, TransmissionNode
from casewright.domain.ids import ActorId, CalcId, ClaimId, EvidenceId, NodeId
from casewright.domain.values import Count, Date, Monetary, Percentage, Range, Text
from casewright.errors import InvalidInput
from tests.databases import EVERYWHERE
from tests.example_claims import ACCOUNTS, DEAL, DECK, OTHER_DEAL, claim, item
from tests.fakes.fixed_clock import START
from tests.fakes.memory_evidence import MemoryClaims
from tests.shelf import OURS, THEIRS

if TYPE_CHECKING:
    from collections.abc import Callable

    from casewright.adapters.database.engine import Database
    from casewright.domain.values import Value
    from casewright.tools.ports.claims import ClaimStore

VALUES = [
    Monetary(Decimal("-12500000.10"), "EUR"),
    Percentage(Decimal("1.25")),
    Count(Decimal("42"), "customers"),
    Date(date(2025, 12, 31)),
    Range(Percentage(Decimal("0.1")), Percentage(Decimal("0.20"))),
    Text("exclusive \ud800"),
]


@pytest.fixture(params=EVERYWHERE)
def store(request: pytest.FixtureRequest, new_database: Callable[[str], Database]) -> ClaimStore:
    """An empty store of each kind in turn."""
    return MemoryClaims() if request.param == "memory" else SqlClaims(new_database(request.param))


def test_stored_claims_come_back_equal(store: ClaimStore) -> None:
    """What was stored comes back as it was, every field, in the order in which it was stored."""
    bare = replace(
        claim("a-bare"),
        value=None,
        metric=None,
        entity=None,
        period=None,
        span=None,
        subjective=True,
        verified_by=ActorId("bo"),
        source_calc=CalcId("k"),
        derived_from=(),
        notes=(),
    )
    elsewhere = replace(item("e0"), span=None, upstream_origin=None, source_date=None)
    store.add([claim("z"), bare], [item("e1"), elsewhere])
    store.add([claim("m")], [])

    assert list(store.of_deal(OURS, DEAL)) == [claim("z"), bare, claim("m")]
    assert store.get(OURS, bare.id) == bare
    assert list(store.evidence(OURS, DEAL)) == [item("e1"), elsewhere]
    assert list(store.evidence(OURS, DEAL, [EvidenceId("e0"), EvidenceId("none")])) == [elsewhere]


@pytest.mark.parametrize("polarity", [None, *Polarity])
def test_whose_good_a_claim_is_for_is_kept(store: ClaimStore, polarity: Polarity | None) -> None:
    """What somebody said of it comes back; where nobody did, nothing does."""
    store.add([replace(claim(), polarity=polarity)], [item()])

    kept = store.get(OURS, ClaimId("c1"))

    assert kept is not None
    assert kept.polarity is polarity


@pytest.mark.parametrize("value", VALUES, ids=lambda value: type(value).__name__)
def test_every_kind_of_value_is_kept(store: ClaimStore, value: Value) -> None:
    """Decimals come back digit for digit, and every kind as itself."""
    store.add([claim(value=value)], [item()])

    kept = store.get(OURS, ClaimId("c1"))

    assert kept is not None
    assert repr(kept.value) == repr(value)


def test_taken_id_stores_nothing(store: ClaimStore) -> None:
    """A claim whose id is taken, here or among the new ones, is named, and nothing of the others is kept."""
    store.add([claim("c1")], [])

    with pytest.raises(InvalidInput, match="'c1'"):
        store.add([claim("c2"), claim("c1", deal=OTHER_DEAL)], [item("e2")])
    with pytest.raises(InvalidInput, match="'c3'"):
        store.add([claim("c3"), claim("c3")], [item("e3")])

    assert list(store.of_deal(OURS, DEAL)) == [claim("c1")]
    assert list(store.evidence(OURS, DEAL)) == []


def test_known_ids_are_told(store: ClaimStore) -> None:
    """Of the ids asked for, those of the tenant's claims come back, of one deal alone where one is named."""
    store.add([claim("c1"), claim("c2", deal=OTHER_DEAL)], [])
    store.add([claim("c3", tenant=THEIRS)], [])
    asked = [ClaimId(name) for name in ("c1", "c2", "c3", "c4", "c1")]

    assert set(store.known(OURS, asked)) == {"c1", "c2"}
    assert set(store.known(OURS, asked, DEAL)) == {"c1"}
    assert set(store.known(OURS, [])) == set()


def test_known_evidence_stays_as_it_is(store: ClaimStore) -> None:
    """An item that is stored again, with claims or without, is the first one."""
    store.add_evidence([item()])

    store.add_evidence([replace(item(), excerpt="other")])
    store.add([claim()], [replace(item(), excerpt="other")])

    assert list(store.evidence(OURS, DEAL)) == [item()]


def test_evidence_that_no_claim_rests_on_is_dropped(store: ClaimStore) -> None:
    """Of a document's items only those without a claim go; other documents' and deals' stay."""
    free, elsewhere = item("e2"), item("e2", deal=OTHER_DEAL)
    other = item("e3", document=ACCOUNTS)
    store.add([claim("c1", "e1")], [item("e1"), free, other, elsewhere])

    assert store.drop_evidence(OURS, DEAL, DECK) == 1
    assert list(store.evidence(OURS, DEAL)) == [item("e1"), other]
    assert list(store.evidence(OURS, OTHER_DEAL)) == [elsewhere]


def test_settled_claims_have_their_standing(store: ClaimStore) -> None:
    """Standing and notes are replaced, of those claims alone; unknown claims are passed over."""
    worse = Standing(Grade.D, Verdict.CONTRADICTED, ClaimAction.RED_FLAG, Corroboration.NONE, ("A", "B"))
    store.add([claim("c1"), claim("c2")], [])

    store.settle(OURS, {ClaimId("c1"): (worse, ()), ClaimId("none"): (worse, ())})
    store.settle(OURS, {})

    assert store.get(OURS, ClaimId("c1")) == replace(claim("c1"), standing=worse, notes=())
    assert store.get(OURS, ClaimId("c2")) == claim("c2")


def test_verified_claim_says_by_whom(store: ClaimStore) -> None:
    """The person and the longer chain are stored; nothing else of the claim changes."""
    store.add([claim()], [])
    node = TransmissionNode(NodeId("v"), NodeKind.HUMAN_VERIFY, "bo", ("claim:c1",), (), START)
    longer = replace(claim().sanad, nodes=(*claim().sanad.nodes, node))
    verified = replace(claim(), verified_by=ActorId("bo"), sanad=longer)

    store.verify(OURS, replace(verified, text="another text"))

    assert store.get(OURS, ClaimId("c1")) == verified


def test_described_source_reaches_its_evidence(store: ClaimStore) -> None:
    """The document's items, and no others, get the new type and grade, and of the rest what is given."""
    other = item("e2", document=ACCOUNTS)
    store.add_evidence([item("e1"), other])
    day = datetime(2025, 6, 30, tzinfo=UTC)

    changed = store.describe(
        OURS,
        DEAL,
        DECK,
        source_type=SourceType.NEWS,
        source_grade=Grade.C,
        source_system=None,
        upstream_origin="an agency",
        source_date=day,
    )

    assert changed == 1
    described = replace(
        item("e1"), source_type=SourceType.NEWS, source_grade=Grade.C, upstream_origin="an agency", source_date=day
    )
    assert list(store.evidence(OURS, DEAL)) == [described, other]


@pytest.mark.requirement("storage-tenants")
def test_claims_belong_to_their_tenant(store: ClaimStore) -> None:
    """Another tenant neither sees nor changes a claim, and may use the same ids."""
    worse = Standing(Grade.D, Verdict.UNVERIFIED, ClaimAction.FLAG, Corroboration.NONE, ())
    theirs = claim("c1", tenant=THEIRS)
    store.add([claim("c1")], [item("e1")])

    assert store.get(THEIRS, ClaimId("c1")) is None
    store.add([theirs], [item("e1", tenant=THEIRS)])
    store.settle(THEIRS, {ClaimId("c1"): (worse, ())})

    assert list(store.of_deal(OURS, DEAL)) == [claim("c1")]
    assert store.drop_evidence(OURS, DEAL, ACCOUNTS) == 0
    assert list(store.evidence(THEIRS, DEAL)) == [item("e1", tenant=THEIRS)]


def test_claims_are_found_by_what_they_are_about(store: ClaimStore) -> None:
    """By id, by metric with their entities, by what they are derived from; and counted by grade."""
    derived = replace(claim("c2"), claim_type=ClaimType.DERIVED, metric="Revenue", entity=None)
    store.add([claim("c1"), derived, replace(claim("c3"), metric=None), claim("c9", deal=OTHER_DEAL)], [item()])

    assert [one.id for one in store.some(OURS, DEAL, [ClaimId("c3"), ClaimId("c1"), ClaimId("c9")])] == ["c1", "c3"]
    assert set(store.metrics(OURS, DEAL)) == {"arr", "Revenue"}
    assert dict(store.entities(OURS, DEAL, ["arr", "Revenue"])) == {"c1": "acme ltd", "c2": None}
    assert dict(store.derivations(OURS, DEAL)) == {"c2": (("c0",), None)}
    dated = item().source_date
    assert dated is not None
    year = dated.year
    assert [store.evidence_dated(OURS, DEAL, one) for one in (year - 1, year, year + 1)] == [0, 1, 0]
    assert store.evidence_dated(THEIRS, DEAL, year) == 0
    assert dict(store.grades(OURS, DEAL)) == {claim().standing.grade: 3}
    assert (list(store.some(THEIRS, DEAL, [ClaimId("c1")])), dict(store.grades(THEIRS, DEAL))) == ([], {})
