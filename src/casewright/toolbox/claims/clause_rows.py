"""Clauses of contracts, and what is asserted of contracts, as rows that can be entered."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from casewright.domain.claims import Basis, ClaimClass, Materiality, Polarity
from casewright.domain.values import Text
from casewright.evidence.clauses.kinds import clause_kinds
from casewright.evidence.clauses.sayings import sayings_of
from casewright.evidence.clauses.values import claim_value
from casewright.evidence.extraction.proposal import WRITTEN
from casewright.evidence.metrics import metric_name
from casewright.evidence.value_struct import to_struct
from casewright.vocabulary.outside_text import show_line

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from casewright.domain.claims import Claim
    from casewright.domain.ids import DocumentId
    from casewright.evidence.clauses.clause import Clause
    from casewright.evidence.clauses.kinds import ClauseKind
    from casewright.evidence.rooms.seen import Room
    from casewright.toolbox.claims.clauses import ContractRead
    from casewright.toolbox.claims.extraction import Read

_SHOWN = 240
_BULLETS = "-–•*> "
_UNSURE = 0.94
"""The most that a clause says that no person confirmed: that it counts as verified is for a person to say."""


def add_clauses(found: Sequence[Read], contracts: Mapping[DocumentId, ContractRead], claims: Sequence[Claim]) -> None:
    """Give each contract rows for its clauses, but for those that a claim or a figure of the same words says already.

    Such a figure, where it is new, is told whose good it is for instead.
    """
    for one in found:
        contract = contracts.get(one.document.id)
        if contract is None or one.source is None:
            continue
        standing = [
            (claim.span.start, claim.span.end, metric_name(claim.metric))
            for claim in claims
            if claim.span is not None and claim.metric is not None and claim.span.document == one.document.id
        ]
        figures = list(one.rows)
        for clause in contract.clauses:
            kind = clause_kinds()[clause.kind]
            same = {kind.metric, metric_name(kind.metric), *kind.beside}
            if any(name in same and start < clause.end and clause.start < end for start, end, name in standing):
                one.known += 1
                continue
            figure = next((row for row in figures if _says(row, clause, same)), None)
            if figure is not None:
                figure["polarity"] = clause.polarity.value
                continue
            one.rows.append(_row(one, clause, kind, contract))
            contract.entered += 1


def add_sayings(found: Sequence[Read], room: Room, claims: Sequence[Claim]) -> None:
    """Give each document rows for what it asserts of all contracts, where no claim and no row stands there."""
    shown = {one.id: one for one in room.documents}
    for one in found:
        document = shown.get(one.document.id)
        if one.source is None or document is None:
            continue
        standing = [claim.span for claim in claims if claim.span is not None and claim.span.document == document.id]
        places = [row["evidence"][0] for row in one.rows]
        taken = [(span.start, span.end) for span in standing if span.cell is None]
        taken += [(place["start"], place["end"]) for place in places if "start" in place]
        cells = {span.cell for span in standing} | {place.get("cell") for place in places}
        for said in sayings_of(document):
            if said.cell is not None and said.cell in cells:
                continue
            if any(2 * (min(end, said.end) - max(start, said.start)) >= said.end - said.start for start, end in taken):
                continue
            row = {
                "claim_text": " ".join(said.said.split()).lstrip(_BULLETS),
                "claim_class": ClaimClass.LEGAL_TERMS.value,
                "materiality": Materiality.MEDIUM.value,
                "basis": Basis.ACTUAL.value,
                "confidence": WRITTEN,
                "value_struct": to_struct(Text(said.topic.states)),
                "metric": clause_kinds()[said.topic.clauses[0]].metric,
                "polarity": Polarity.GOOD.value,
                "evidence": [_place(one, said.start, said.end, said.cell)],
            }
            one.rows.append(row)


def _place(read: Read, start: int, end: int, cell: str | None = None) -> dict[str, Any]:
    place: dict[str, Any] = {"document": str(read.document.id), "source_type": read.kind.value}
    place |= {"start": start, "end": end} if cell is None else {"cell": cell}
    if read.recognised is not None and read.recognised.source_date is not None:
        place["source_date"] = read.recognised.source_date.isoformat()
    return place


def _says(row: Mapping[str, Any], clause: Clause, metrics: set[str]) -> bool:
    [place] = row["evidence"]
    if row.get("metric") is None or metric_name(row["metric"]) not in metrics or "start" not in place:
        return False
    return bool(place["start"] < clause.end and clause.start < place["end"])


def _row(read: Read, clause: Clause, kind: ClauseKind, contract: ContractRead) -> dict[str, Any]:
    text = "" if read.source is None else read.source.text
    words = show_line(" ".join(text[clause.start : clause.end].split()))
    shown = words if len(words) <= _SHOWN else f"{words[:_SHOWN].rsplit(' ', 1)[0]} …"
    whose = f"the contract with {contract.sides.other}" if contract.sides.other else f"“{read.document.filename}”"
    row: dict[str, Any] = {
        "claim_text": f"{kind.label} in {whose}: “{shown}”",
        "claim_class": ClaimClass.LEGAL_TERMS.value,
        "materiality": (Materiality.LOW if clause.polarity is Polarity.NEUTRAL else Materiality.MEDIUM).value,
        "basis": Basis.ACTUAL.value,
        "confidence": clause.confidence if clause.confidence >= 1 else min(round(clause.confidence, 4), _UNSURE),
        "value_struct": to_struct(claim_value(clause.value)),
        "metric": kind.metric,
        "polarity": clause.polarity.value,
        "evidence": [_place(read, clause.start, clause.end)],
    }
    if contract.sides.other:
        row["entity"] = contract.sides.other
    return row
