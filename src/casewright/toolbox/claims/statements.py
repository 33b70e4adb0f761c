"""Claims for what the checks of a room see at places of which no figure was taken: the words that stand there."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from casewright.domain.claims import Basis, ClaimClass, Materiality
from casewright.evidence.extraction.proposal import WRITTEN
from casewright.evidence.extraction.sentences import sentences

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from casewright.domain.claims import Claim
    from casewright.domain.ids import DocumentId
    from casewright.evidence.extraction.places import At
    from casewright.evidence.rooms.seen import Seen
    from casewright.toolbox.claims.extraction import Read

_LONGEST = 600


def add_statements(found: Sequence[Read], seen: Iterable[Seen], claims: Sequence[Claim]) -> None:
    """Give each document rows for the places that are blamed, where neither a claim nor a row of it stands."""
    by_document = {one.document.id: one for one in found if one.source is not None}
    taken: dict[DocumentId, list[tuple[int, int, str | None]]] = {}
    for claim in claims:
        if claim.span is not None:
            taken.setdefault(claim.span.document, []).append((claim.span.start, claim.span.end, claim.span.cell))
    for one in by_document.values():
        for proposal in (*one.by_rules, *one.by_model):
            taken.setdefault(one.document.id, []).append((proposal.start, proposal.end, proposal.cell))
        for row in one.rows:  # clauses among them
            [stands] = row["evidence"]
            at_cell = stands.get("cell")
            place = (0, 0, at_cell) if at_cell is not None else (stands["start"], stands["end"], None)
            taken.setdefault(one.document.id, []).append(place)
    for sight in seen:
        for at in (*sight.blamed, *sight.against[:1]):
            read = by_document.get(at.document)
            if read is None or at.end <= at.start or any(_stands(place, at) for place in taken.get(at.document, ())):
                continue
            row, place = _row(read, at)
            taken.setdefault(at.document, []).append(place)
            read.rows.append(row)


def _stands(place: tuple[int, int, str | None], at: At) -> bool:
    start, end, cell = place
    if cell is not None and at.cell is not None:
        return cell == at.cell
    return 2 * (min(end, at.end) - max(start, at.start)) >= at.end - at.start


def _row(read: Read, at: At) -> tuple[dict[str, Any], tuple[int, int, str | None]]:
    text = "" if read.source is None else read.source.text
    start, end = (at.start, at.end) if at.cell is not None else _sentence(text, at)
    place: dict[str, Any] = {"document": str(read.document.id), "source_type": read.kind.value}
    if at.cell is not None:
        place["cell"] = at.cell
        said = f"{at.cell} of {read.document.filename} shows {' '.join(text[at.start : at.end].split())}."
    else:
        place |= {"start": start, "end": end}
        said = " ".join(text[start:end].split())
    if read.recognised is not None and read.recognised.source_date is not None:
        place["source_date"] = read.recognised.source_date.isoformat()
    row = {
        "claim_text": said,
        "claim_class": ClaimClass.OTHER.value,
        "materiality": Materiality.MEDIUM.value,
        "basis": Basis.ACTUAL.value,
        "confidence": WRITTEN,
        "evidence": [place],
    }
    return row, (start, end, at.cell)


def _sentence(text: str, at: At) -> tuple[int, int]:
    """The sentence around the place, or what of its line is near where it is a long one."""
    first = text.rfind("\n\n", 0, at.start) + 1
    last = text.find("\n\n", at.end)
    for start, end in sentences(text, max(0, first), len(text) if last < 0 else last):
        if start <= at.start and at.end <= end and end - start <= _LONGEST:
            return start, end
    lead = re.match(r"\s*", text[at.start : at.end])
    return at.start + (lead.end() if lead else 0), at.end
