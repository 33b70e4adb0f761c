"""Reads the deals under ``tests/cases/evidence/detectors``: what they say, and what the detectors must find in them.

A case has ``claims`` by their ids. What one does not say is filled in: each rests on one item of evidence of its own in
a document of its own, along a plain chain, from a board deck of January 2026. ``finds`` is everything that is found;
claims that it does not name have no defect.
"""

from __future__ import annotations

import re
from datetime import UTC, date, datetime
from decimal import Decimal
from pathlib import Path
from types import MappingProxyType
from typing import Any

import pytest
import yaml

from casewright.domain.calculations import CalcInput, CalcType, Calculation
from casewright.domain.claims import Basis, Claim, ClaimClass, ClaimType, Materiality, Polarity
from casewright.domain.evidence import (
    Evidence,
    NodeKind,
    Sanad,
    SourceSpan,
    SourceType,
    TransmissionNode,
    VerificationStatus,
)
from casewright.domain.ids import CalcId, ClaimId, DocumentId, EvidenceId, NodeId
from casewright.domain.values import Count, Date, Monetary, Percentage, Range, Text, Value
from casewright.evidence.period_names import read_period
from casewright.evidence.record import AbsentDocument, DealRecord
from casewright.evidence.sources import SOURCE_GRADE
from tests.deals import ANALYST, DEAL, NOON, TENANT, UNGRADED

FOLDER = Path(__file__).parents[2] / "cases" / "evidence" / "detectors"

Case = dict[str, Any]  # what YAML holds: the tests say what they expect of it


def cases() -> list[Any]:
    """Every case of every file as a pytest parameter, each called by its file and what it says."""
    return [
        pytest.param(case, id=f"{path.stem}: {case['says']}")
        for path in sorted(FOLDER.glob("*.yml"))
        for case in yaml.safe_load(path.read_text(encoding="utf-8"))
    ]


def read_deal(case: Case) -> DealRecord:
    """The deal that the case describes."""
    claims: list[Claim] = []
    evidence: dict[EvidenceId, Evidence] = {}
    for name, given in case["claims"].items():
        items = [] if given.get("evidence") == [] else _evidence(name, given)
        evidence.update((item.id, item) for item in items if item.id not in case.get("lost", ()))
        claims.append(_claim(name, given, items))
    for name, given in case.get("evidence", {}).items():
        evidence.update((item.id, item) for item in _evidence(name, given, name))
    files = {item.span.document: f"{item.span.document}.pdf" for item in evidence.values() if item.span}
    files |= {DocumentId(name): file for name, file in case.get("documents", {}).items()}
    return DealRecord(
        claims=tuple(claims),
        evidence=MappingProxyType(evidence),
        as_of=case.get("as_of", date(2026, 1, 31)),
        calculations=tuple(_calculation(name, inputs) for name, inputs in case.get("calculations", {}).items()),
        documents=MappingProxyType({} if case.get("documents") == {} else files),
        absent=tuple(AbsentDocument(name, DocumentId("index"), 0, len(name)) for name in case.get("absent", ())),
    )


def read_value(text: str) -> Value:
    """``EUR 12.5``, ``25%``, ``42 customers``, ``2025-12-31``, two of them with ``..`` between, or words in quotes."""
    if ".." in text:
        low, high = (read_value(end.strip()) for end in text.split(".."))
        assert not isinstance(low, Range | Text)
        assert not isinstance(high, Range | Text)
        return Range(low, high)
    if re.fullmatch(r"\d{4}-\d\d-\d\d", text):
        return Date(date.fromisoformat(text))
    if money := re.fullmatch(r"([A-Z]{3}) (-?[\d.]+)", text):
        return Monetary(Decimal(money[2]), money[1])
    if share := re.fullmatch(r"(-?[\d.]+)%", text):
        return Percentage(Decimal(share[1]) / 100)
    if count := re.fullmatch(r"(-?[\d.]+) (.+)", text):
        return Count(Decimal(count[1]), count[2])
    return Text(text.strip('"'))


def _evidence(name: str, given: Case, own: str | None = None) -> list[Evidence]:
    items = []
    for number, more in enumerate(given.get("items", [{}])):
        told = {**given, **more}
        kind = SourceType(told.get("source", "board_deck"))
        document = DocumentId(told.get("document", f"d-{name}" + (f"-{number}" if number else "")))
        dated = told.get("dated", date(2026, 1, 20))
        excerpt = told.get("excerpt", "as shown")
        items.append(
            Evidence(
                id=EvidenceId(own or more.get("id", f"e-{name}" + (f"-{number}" if number else ""))),
                tenant=TENANT,
                deal=DEAL,
                span=SourceSpan(document, 0, len(excerpt)),
                excerpt=excerpt,
                source_type=kind,
                source_grade=SOURCE_GRADE[kind],
                source_system="data room",
                upstream_origin=told.get("origin"),
                artefact=document,
                status=VerificationStatus(told.get("status", "unverified")),
                source_date=datetime(dated.year, dated.month, dated.day, 12, tzinfo=UTC) if dated else None,
                retrieved_at=NOON,
            )
        )
    return items


def _claim(name: str, given: Case, items: list[Evidence]) -> Claim:
    listed = given.get("evidence", [item.id for item in items])
    derived = given.get("derived_from", [])
    return Claim(
        id=ClaimId(name),
        tenant=TENANT,
        deal=DEAL,
        text=given.get("text", f"Claim {name}"),
        claim_class=ClaimClass(given.get("class", "FINANCIAL")),
        claim_type=ClaimType.DERIVED if derived or given.get("calc") or given.get("derived") else ClaimType.PRIMARY,
        materiality=Materiality.MEDIUM,
        value=read_value(str(given["value"])) if "value" in given else None,
        metric=given.get("metric", "revenue"),
        entity=given.get("entity", "acme ltd"),
        period=read_period(str(given["period"])) if "period" in given else None,
        basis=Basis(given.get("basis", "actual")),
        subjective=given.get("subjective", False),
        confidence=given.get("confidence", 1.0),
        verified_by=None,
        span=items[0].span if items else None,
        source_calc=CalcId(given["calc"]) if "calc" in given else None,
        derived_from=tuple(ClaimId(other) for other in derived),
        sanad=Sanad(
            tuple(_chain(name, given, items) if "chain" not in given else _given(name, given["chain"])),
            tuple(EvidenceId(item) for item in listed),
        ),
        standing=UNGRADED,
        notes=(),
        made_by=ANALYST,
        made_at=NOON,
        polarity=Polarity(given["polarity"]) if "polarity" in given else None,
    )


def _chain(name: str, given: Case, items: list[Evidence]) -> list[TransmissionNode]:
    derived = [f"claim:{other}" for other in given.get("derived_from", [])]
    if "calc" in given:
        derived.append(f"calc:{given['calc']}")
    if not items:
        return [_node(f"{name}-made", NodeKind.INFER, derived, [f"claim:{name}"])]
    named = [f"evidence:{item.id}" for item in items]
    documents = dict.fromkeys(f"document:{item.span.document}" for item in items if item.span)
    return [
        _node(f"{name}-in", NodeKind.INGEST, list(documents), named),
        _node(f"{name}-out", NodeKind.EXTRACT, [f"node:{name}-in", *named, *derived], [f"claim:{name}"]),
    ]


def _given(name: str, chain: list[Case]) -> list[TransmissionNode]:
    return [
        _node(
            step.get("id", f"{name}-{number}"), NodeKind(step["kind"]), step.get("inputs", []), step.get("outputs", [])
        )
        for number, step in enumerate(chain)
    ]


def _node(name: str, kind: NodeKind, inputs: list[str], outputs: list[str]) -> TransmissionNode:
    return TransmissionNode(NodeId(name), kind, "importer", tuple(inputs), tuple(outputs), NOON)


def _calculation(name: str, inputs: list[str]) -> Calculation:
    given = tuple(
        CalcInput(f"input_{number}", ClaimId(claim), Count(Decimal(1), "x"), SOURCE_GRADE[SourceType.BOARD_DECK])
        for number, claim in enumerate(inputs)
    )
    return Calculation(
        id=CalcId(name),
        tenant=TENANT,
        deal=DEAL,
        type=CalcType.GROSS_MARGIN,
        inputs=given,
        output=None,
        remark=None,
        formula="",
        formula_hash="",
        reproducibility_hash="",
        code_version="",
        grade=SOURCE_GRADE[SourceType.BOARD_DECK],
        explanation=(),
        made_by=ANALYST,
        made_at=NOON,
    )
