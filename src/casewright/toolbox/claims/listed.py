"""Claims for what the data room's index lists and the room lacks: that there is such a document, at its entry."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from casewright.domain.claims import Basis, ClaimClass, Materiality
from casewright.evidence.extraction.proposal import WRITTEN

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from casewright.domain.claims import Claim
    from casewright.domain.documents import Table
    from casewright.domain.ids import TenantId
    from casewright.evidence.record import AbsentDocument
    from casewright.toolbox.claims.extraction import Read
    from casewright.tools.ports.documents import DocumentStore


def add_listed(
    found: Sequence[Read],
    absent: Iterable[AbsentDocument],
    claims: Sequence[Claim],
    documents: DocumentStore,
    tenant: TenantId,
) -> None:
    """Give each index rows for the documents that it lists and the room lacks, where no claim stands at the entry."""
    by_document = {one.document.id: one for one in found}
    taken = [claim.span for claim in claims if claim.span is not None]
    for one in absent:
        read = by_document.get(one.index)
        stands = any(span.document == one.index and span.start < one.end and one.start < span.end for span in taken)
        if read is not None and not stands:
            read.rows.append(_row(read, one, _cell(documents.tables(tenant, one.index), one)))


def _cell(tables: Iterable[Table], absent: AbsentDocument) -> str | None:
    """The cell in which the entry stands, in workbooks and CSV files."""
    cells = (cell for table in tables for row in table.rows for cell in row)
    return next((cell.address for cell in cells if cell.start <= absent.start and absent.end <= cell.end), None)


def _row(read: Read, absent: AbsentDocument, cell: str | None) -> dict[str, Any]:
    place: dict[str, Any] = {"document": str(read.document.id), "source_type": read.kind.value}
    if cell is not None:
        place["cell"] = cell
    else:
        place |= {"start": absent.start, "end": absent.end}
    if read.recognised is not None and read.recognised.source_date is not None:
        place["source_date"] = read.recognised.source_date.isoformat()
    return {
        "claim_text": f"{read.document.filename} lists “{absent.name}”.",
        "claim_class": ClaimClass.OTHER.value,
        "materiality": Materiality.MEDIUM.value,
        "basis": Basis.ACTUAL.value,
        "confidence": WRITTEN,
        "evidence": [place],
    }
