"""What the detectors must find in deals written as data, what they must not, and what changes nothing."""

from __future__ import annotations

import random
import re
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING

import pytest
from hypothesis import assume, given
from hypothesis import strategies as some

from casewright.domain.defects import DefectType
from casewright.domain.ids import CalcId, ClaimId, DocumentId, EvidenceId, NodeId
from casewright.evidence.comparison import contradict, subjects
from casewright.evidence.detection import detect
from casewright.evidence.indexed_record import IndexedRecord
from casewright.evidence.metrics import metric_is
from tests.unit.evidence.detector_cases import Case, cases, read_deal
from tests.unit.evidence.sample_deals import sample_record
from tests.unit.samples.deals import DEALS, planted

if TYPE_CHECKING:
    from casewright.evidence.record import Candidate, DealRecord, Finding

_CASES = [parameter.values[0] for parameter in cases()]


@pytest.mark.requirement("evidence-detectors")
@pytest.mark.parametrize("case", cases())
def test_detectors_find_what_the_case_says_and_nothing_else(case: Case) -> None:
    """Each defect sits on the claims that the case names, and on no others."""
    findings = detect(read_deal(case))
    found: dict[str, list[str]] = {}
    for finding in findings.defects:
        found.setdefault(finding.claim, []).append(finding.type.value)
    candidates = {candidate.description.split('"')[3]: list(candidate.claims) for candidate in findings.candidates}

    assert {claim: sorted(types) for claim, types in found.items()} == {
        claim: sorted(types.split()) for claim, types in case.get("finds", {}).items()
    }
    assert candidates == case.get("candidates", {})
    assert sorted(findings.notes) == sorted(case.get("notes", []))
    if "agreeing" in case:
        assert {claim: list(others) for claim, others in findings.agreeing.items()} == case["agreeing"]
    if "says so" in case:
        assert any(case["says so"] in finding.description for finding in findings.defects)
    if "conflicts" in case:
        assert [[it.claim, it.other, round(it.excess, 3), it.strength] for it in findings.conflicts] == case[
            "conflicts"
        ]


@pytest.mark.requirement("evidence-detectors")
@pytest.mark.parametrize("deal", DEALS)
def test_in_the_sample_deals_what_was_planted_is_found_and_nothing_else(deal: str) -> None:
    """Every planted defect sits on its claim; what is found sits on claims that show one."""
    findings = detect(sample_record(deal))
    found = {(finding.type.value, str(finding.claim)) for finding in findings.defects}
    found |= {(one.type.value, str(claim)) for one in findings.candidates for claim in one.claims}

    must = {(one.type, claim) for one in planted(deal) for claim in one.claims}
    may = must | {(one.type, claim) for one in planted(deal) for claim in one.against}
    assert must <= found
    assert found <= may


@pytest.mark.requirement("evidence-detectors")
def test_each_detector_has_cases_on_both_sides() -> None:
    """Every type in the table of docs/defects.md is found in some case and not found in a case of the same file."""
    found = {kind for case in _CASES for types in case.get("finds", {}).values() for kind in types.split()}
    page = Path(__file__).parents[3] / "docs/defects.md"
    detected = set(re.findall(r"^\| `([A-Z_]+)`", page.read_text(encoding="utf-8"), re.MULTILINE))

    assert detected <= set(DefectType)
    assert found == detected - {DefectType.CONCEALMENT}  # a candidate, never a finding
    assert any(case.get("candidates") for case in _CASES)


@pytest.mark.requirement("evidence-detectors")
def test_findings_can_be_filed_as_they_are() -> None:
    """Descriptions have at least 50 characters, evidence at least one reference, and no two findings share a key."""
    for case in _CASES:
        findings = detect(read_deal(case))
        told: list[Finding | Candidate] = [*findings.defects, *findings.candidates]

        assert all(len(finding.description) >= 50 for finding in told)
        assert all(finding.evidence for finding in told)
        assert len({finding.key for finding in told}) == len(told)
        assert {conflict.key for conflict in findings.conflicts} <= {finding.key for finding in findings.defects}


@pytest.mark.requirement("evidence-detectors-order")
@given(picked=some.lists(some.sampled_from(_CASES), min_size=1, max_size=4), seed=some.integers(0, 1_000))
def test_order_of_claims_does_not_matter(picked: list[Case], seed: int) -> None:
    """The same findings come back for the same claims in any order."""
    record = _together(picked)
    claims, evidence = list(record.claims), list(record.evidence.items())
    random.Random(seed).shuffle(claims)
    random.Random(seed + 1).shuffle(evidence)

    shuffled = replace(record, claims=tuple(claims), evidence=MappingProxyType(dict(evidence)))

    assert detect(shuffled) == detect(record)


@pytest.mark.requirement("evidence-detectors-order")
@given(case=some.sampled_from(_CASES), other=some.sampled_from(_CASES))
def test_an_unrelated_claim_changes_nothing(case: Case, other: Case) -> None:
    """What is found in a deal is found word for word when claims about another company stand beside it."""
    alone = read_deal(case)
    unrelated = replace(_renamed(read_deal(other), "u-"), absent=())

    together = detect(_joined(alone, unrelated))

    ours = {claim.id for claim in alone.claims}
    assume(all(ours.issuperset(one.claims) for one in together.candidates))  # who cites an absent document is related
    expected = detect(alone)
    kept = [one for one in together.defects if one.claim in ours and not _is_of_all(one)]
    assert kept == [one for one in expected.defects if not _is_of_all(one)]
    assert together.candidates == expected.candidates
    assert tuple(conflict for conflict in together.conflicts if conflict.claim in ours) == expected.conflicts
    assert {claim: notes for claim, notes in together.notes.items() if claim in ours} == expected.notes
    assert {claim: others for claim, others in together.agreeing.items() if claim in ours} == expected.agreeing


def _is_of_all(finding: Finding) -> bool:
    """Whether it is about an assertion of all contracts, of which none is unrelated."""
    return ":clause:" in finding.key


def _together(picked: list[Case]) -> DealRecord:
    record = _renamed(read_deal(picked[0]), "0-")
    for number, case in enumerate(picked[1:], start=1):
        record = _joined(record, _renamed(read_deal(case), f"{number}-"))
    return record


def _joined(one: DealRecord, other: DealRecord) -> DealRecord:
    return replace(
        one,
        claims=(*one.claims, *other.claims),
        evidence=MappingProxyType({**one.evidence, **other.evidence}),
        calculations=(*one.calculations, *other.calculations),
        documents=MappingProxyType({**one.documents, **other.documents}) if one.documents else one.documents,
    )


def _renamed(record: DealRecord, prefix: str) -> DealRecord:
    """The deal with other ids throughout and its claims about a company of its own."""

    def reference(name: str) -> str:
        kind, colon, rest = name.partition(":")
        return f"{kind}:{prefix}{rest}" if colon else name

    claims = tuple(
        replace(
            claim,
            id=ClaimId(prefix + claim.id),
            entity=f"{prefix}{claim.entity}",
            source_calc=CalcId(prefix + claim.source_calc) if claim.source_calc else None,
            derived_from=tuple(ClaimId(prefix + other) for other in claim.derived_from),
            sanad=replace(
                claim.sanad,
                nodes=tuple(
                    replace(
                        node,
                        id=NodeId(prefix + node.id),
                        inputs=tuple(map(reference, node.inputs)),
                        outputs=tuple(map(reference, node.outputs)),
                    )
                    for node in claim.sanad.nodes
                ),
                evidence=tuple(EvidenceId(prefix + item) for item in claim.sanad.evidence),
            ),
        )
        for claim in record.claims
    )
    evidence = {
        EvidenceId(prefix + name): replace(
            item,
            id=EvidenceId(prefix + item.id),
            span=replace(item.span, document=DocumentId(prefix + item.span.document)) if item.span else None,
            artefact=prefix + item.artefact,
            upstream_origin=reference(item.upstream_origin) if item.upstream_origin else None,
        )
        for name, item in record.evidence.items()
    }
    calculations = tuple(
        replace(
            calculation,
            id=CalcId(prefix + calculation.id),
            inputs=tuple(replace(it, claim=ClaimId(prefix + it.claim)) for it in calculation.inputs),
        )
        for calculation in record.calculations
    )
    documents = {DocumentId(prefix + name): f"{prefix}{file}" for name, file in record.documents.items()}
    return replace(
        record,
        claims=claims,
        evidence=MappingProxyType(evidence),
        calculations=calculations,
        documents=MappingProxyType(documents),
    )


@pytest.mark.requirement("evidence-detectors-chains")
def test_a_circle_of_ten_thousand_claims_is_found() -> None:
    """No depth of derivation is too much: each claim of the circle is told once, and the one outside is not."""
    size = 10_000
    ring: dict[str, Case] = {
        f"c{number}": {"metric": f"m{number}", "derived_from": [f"c{(number + 1) % size}"], "evidence": []}
        for number in range(size)
    }
    claims = {**ring, "outside": {"metric": "m", "derived_from": ["c0"], "evidence": []}}

    found = detect(read_deal({"claims": claims})).defects

    assert sorted(finding.claim for finding in found) == sorted(ring)
    assert {finding.type for finding in found} == {DefectType.CIRCULARITY}


@pytest.mark.requirement("evidence-detectors-chains")
@given(
    numbers=some.lists(some.integers(-2_000, 2_000), min_size=17, max_size=60),
    sources=some.lists(
        some.sampled_from(["audited_accounts", "board_deck", "press_release"]), min_size=60, max_size=60
    ),
)
def test_large_groups_are_compared_as_completely_as_small_ones(numbers: list[int], sources: list[str]) -> None:
    """Holding each claim against the extremes of each strength finds every one that a stronger source contradicts."""
    claims = {
        f"c{number}": {"value": f"EUR {1_000_000 + 100 * step}", "period": "FY2025", "source": sources[number]}
        for number, step in enumerate(numbers)
    }
    record = read_deal({"claims": claims})
    ((_, by_measure),) = subjects(IndexedRecord(record)).items()
    items = by_measure["EUR"]

    found = {finding.claim: finding.type for finding in detect(record).defects}

    for item in items:
        against = [other.strength for other in items if other is not item and contradict(item, other)]
        if min(against, default=item.strength) < item.strength:
            assert found[item.claim.id] is DefectType.ANOMALY_VS_STRONGER_SOURCES
        elif item.strength not in against:
            assert item.claim.id not in found


@pytest.mark.parametrize(
    ("metric", "said"),
    [
        ("arr", "ARR is"),
        ("exports", "exports are"),
        ("ebitda margin", "EBITDA margin is"),
        ("cogs", "COGS is"),
        (None, "figure is"),
    ],
)
def test_sentences_name_metrics_as_people_write_them(metric: str | None, said: str) -> None:
    """Abbreviations stand in capitals, and the verb fits a plural."""
    assert metric_is(metric) == said
