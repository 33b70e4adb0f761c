"""Counting independent sources, and how far they may only repeat each other."""

from __future__ import annotations

from datetime import timedelta
from fractions import Fraction
from typing import TYPE_CHECKING

import pytest

from casewright.domain.evidence import Corroboration, NodeKind, VerificationStatus
from casewright.evidence.corroboration import Corroborated, corroborate
from tests.deals import NOON, claim, evidence, node
from tests.unit.evidence.cases import cases

if TYPE_CHECKING:
    from casewright.domain.claims import Claim
    from casewright.domain.evidence import Evidence
    from tests.unit.evidence.cases import Case


def items_of(case: Case) -> list[Evidence]:
    """The case's sources as evidence."""
    return [
        evidence(
            f"e{place}",
            system=source.get("system"),
            origin=source.get("origin"),
            artefact=source.get("artefact"),
            dated=NOON + timedelta(seconds=source["at"]) if "at" in source else None,
            status=VerificationStatus(source.get("status", "unverified")),
        )
        for place, source in enumerate(case["of"])
    ]


def counted(claims: list[Claim], items: list[Evidence]) -> Corroborated:
    return corroborate(claims, {item.id: item for item in items})


@pytest.mark.requirement("corroboration")
@pytest.mark.parametrize("case", cases("corroboration"))
def test_sources_are_counted_and_weighed(case: Case) -> None:
    """Sources, collusion and level are those of the spec's formula, in either order of the evidence."""
    items = items_of(case)
    steps = [
        node(f"together-{place}", NodeKind.NORMALIZE, outputs=[f"evidence:e{source}" for source in put_out])
        for place, put_out in enumerate(case.get("steps", []))
    ]
    for order in (items, items[::-1]):
        found = counted([claim("c", order, nodes=[node("in", NodeKind.INGEST), *steps])], items)
        expected = Corroborated(Corroboration(case["level"]), case["sources"], Fraction(case["collusion"]))
        assert expected == found


@pytest.mark.requirement("corroboration")
def test_agreeing_claims_corroborate() -> None:
    """What other claims that agree rest on counts, whichever comes first among them."""
    items = [evidence(f"e{place}") for place in range(3)]
    claims = [claim(f"c{place}", [item]) for place, item in enumerate(items)]
    assert counted(claims[:1], items).level is Corroboration.AHAD_1
    assert counted(claims[:2], items).level is Corroboration.AHAD_2
    assert counted(claims, items) == counted([claims[0], claims[2], claims[1]], items)
    assert counted(claims, items).level is Corroboration.MUTAWATIR


def test_step_in_the_chains_of_two_claims_is_common() -> None:
    """A step in two claims' chains makes their sources a pair that shares it, unless it only brought a file in."""
    items = [evidence(f"e{place}") for place in range(3)]
    for kind, share in ((NodeKind.EXTRACT, Fraction(1, 3)), (NodeKind.INGEST, Fraction(0))):
        shared = node("by the same hand", kind)
        claims = [
            claim("c0", items[:1], nodes=[shared]),
            claim("c1", items[1:2], nodes=[shared]),
            claim("c2", items[2:]),
        ]
        assert counted(claims, items).collusion == Fraction(49, 300) + Fraction(30, 100) * share


def test_own_last_step_is_not_common() -> None:
    """The step that reads one claim from three sources does not make them depend on each other."""
    items = [evidence(f"e{place}") for place in range(3)]
    assert counted([claim("c", items)], items).level is Corroboration.MUTAWATIR


def test_evidence_that_is_not_there_does_not_count() -> None:
    """An id without evidence is no source."""
    items = [evidence("e0"), evidence("e1")]
    assert counted([claim("c", items)], items[:1]).level is Corroboration.AHAD_1
