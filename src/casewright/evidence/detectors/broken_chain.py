"""BROKEN_CHAIN: a step of a claim's chain, or the claim itself, builds on something that the record does not have."""

from __future__ import annotations

from typing import TYPE_CHECKING

from casewright.domain.defects import DefectType
from casewright.domain.evidence import NodeKind
from casewright.evidence.chains import split_reference
from casewright.evidence.indexed_record import mark, quote_line
from casewright.evidence.record import Finding

if TYPE_CHECKING:
    from collections.abc import Iterator

    from casewright.domain.claims import Claim
    from casewright.evidence.indexed_record import IndexedRecord

_NAMES = {
    "document": "the document",
    "evidence": "the item of evidence",
    "node": "the step",
    "claim": "the claim",
    "calc": "the calculation",
}
_MAY_BEGIN = (NodeKind.INGEST, NodeKind.HUMAN_VERIFY, NodeKind.EXPORT)


def find(indexed: IndexedRecord) -> Iterator[Finding]:
    """Claims whose chains have gaps, one finding each for all of them."""
    documents = {str(name) for name in indexed.record.documents} | set(indexed.record.documents.values())
    for claim in indexed.record.claims:
        missing = list(dict.fromkeys(_missing(indexed, documents, claim)))
        if not missing:
            continue
        more = f", and {len(missing) - 1} more such gap{'s' if len(missing) > 2 else ''}" if len(missing) > 1 else ""
        yield Finding(
            claim.id,
            DefectType.BROKEN_CHAIN,
            f"The chain of the claim {quote_line(claim.text)} is broken: {missing[0][1]}{more}.",
            _shown(claim),
            f"{DefectType.BROKEN_CHAIN}:{claim.id}:{mark(name for name, _ in missing)}",
        )


def _missing(indexed: IndexedRecord, documents: set[str], claim: Claim) -> Iterator[tuple[str, str]]:
    """What the claim builds on and the record lacks: a reference and a clause that says who wants it."""
    if not claim.sanad.nodes:
        yield "chain", "it has no step that brought the claim in"
    for listed in claim.sanad.evidence:
        if listed not in indexed.evidence:
            yield f"evidence:{listed}", f"it rests on the item of evidence {listed}, which is not on record"
    for position, node in enumerate(claim.sanad.nodes):
        step = f"its step {node.kind} ({node.id})"
        if not node.inputs and position and node.kind not in _MAY_BEGIN:
            yield f"node:{node.id}", f"{step} builds on nothing"
        for reference in node.inputs:
            if not _exists(indexed, documents, reference):
                kind, _, name = reference.partition(":")
                yield reference, f"{step} builds on {_NAMES[kind]} {name}, which is not on record"
    for other in claim.derived_from:
        if other not in indexed.claims:
            yield f"claim:{other}", f"it is derived from the claim {other}, which is not on record"
    if claim.source_calc is not None:
        calculation = indexed.calculations.get(claim.source_calc)
        if calculation is None:
            yield (
                f"calc:{claim.source_calc}",
                f"it comes from the calculation {claim.source_calc}, which is not on record",
            )
        for given in calculation.inputs if calculation else ():
            if given.claim not in indexed.claims:
                yield f"claim:{given.claim}", f"its calculation uses the claim {given.claim}, which is not on record"


def _exists(indexed: IndexedRecord, documents: set[str], reference: str) -> bool:
    """Whether the record has what is referred to; where it lists no documents, they cannot be missed."""
    split = split_reference(reference)
    if split is None:
        return True  # no reference: the shape of chains is looked at when they come in
    kind, name = split
    match kind:
        case "document":
            return not documents or name in documents
        case "evidence":
            return name in indexed.evidence
        case "node":
            return name in indexed.owners
        case "claim":
            return name in indexed.claims
        case _:
            return name in indexed.calculations


def _shown(claim: Claim) -> tuple[str, ...]:
    return (f"evidence:{claim.sanad.evidence[0]}",) if claim.sanad.evidence else (f"claim:{claim.id}",)
