"""Claims for what an index lists and the room lacks: one at each entry at which none stands yet."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, date, datetime
from typing import Any

import pytest

from casewright.domain.documents import Document, DocumentStatus, Reading, Table, TableCell
from casewright.domain.evidence import SourceSpan, SourceType
from casewright.domain.ids import ActorId, BlobId, DocumentId, MatterId, TenantId
from casewright.evidence.record import AbsentDocument
from casewright.evidence.source_types import Recognised
from casewright.toolbox.claims.extraction import Read
from casewright.toolbox.claims.listed import add_listed
from tests.fakes.claims_of_a_deal import claim
from tests.fakes.memory_documents import MemoryDocuments

pytestmark = pytest.mark.requirement("documents-room-index")

TENANT = TenantId("ours")
INDEX = DocumentId("index")
TEXT = "Room index\nLease\tSurvey\n"
SURVEY = AbsentDocument("Survey", INDEX, 17, 23)


class Shelf:
    """A room with an index, in a table with addresses or as lines."""

    def __init__(self, *, cells: bool) -> None:
        self.documents = MemoryDocuments()
        document = Document(
            id=INDEX,
            tenant=TENANT,
            matter=MatterId("deal"),
            filename="Index.xlsx",
            media_type="text/plain",
            size=1,
            blob=BlobId("x"),
            status=DocumentStatus.READY,
            error=None,
            characters=len(TEXT),
            chunk_count=0,
            uploaded_by=ActorId("ada"),
            uploaded_at=datetime(2026, 11, 3, tzinfo=UTC),
        )
        row = (TableCell(11, 16, "Index!A2"), TableCell(17, 23, "Index!B2"))
        tables = (Table(11, 24, (row,), name="Index"),) if cells else ()
        self.documents.add(document, Reading("text/plain", TEXT, (), tables=tables), identity="x")
        self.read = Read(document, kind=SourceType.UNKNOWN)

    def listed(self, *absent: AbsentDocument, standing: tuple[SourceSpan, ...] = ()) -> list[dict[str, Any]]:
        claims = [replace(claim(str(at)), span=span) for at, span in enumerate(standing)]
        add_listed([self.read], absent, [*claims, claim("placeless")], self.documents, TENANT)
        return self.read.rows


def test_entry_of_a_workbook_is_its_cell() -> None:
    """The row quotes the document's name, is of no figure, and stands in the entry's cell."""
    (row,) = Shelf(cells=True).listed(SURVEY)

    assert row["claim_text"] == "Index.xlsx lists “Survey”."
    assert (row["claim_class"], row["materiality"], row["basis"]) == ("OTHER", "MEDIUM", "actual")
    assert row["evidence"] == [{"document": "index", "source_type": "unknown", "cell": "Index!B2"}]


def test_entry_of_a_line_is_its_place() -> None:
    """Without cells the row stands at the words, and has the day that the index bears."""
    shelf = Shelf(cells=False)
    shelf.read.recognised = Recognised(SourceType.UNKNOWN, date(2026, 1, 15), "its first line")

    assert shelf.listed(SURVEY)[0]["evidence"] == [
        {"document": "index", "source_type": "unknown", "start": 17, "end": 23, "source_date": "2026-01-15"}
    ]


@pytest.mark.parametrize(
    ("span", "rows"),
    [
        (SourceSpan(INDEX, 20, 30), 0),
        (SourceSpan(INDEX, 23, 30), 1),
        (SourceSpan(INDEX, 11, 17), 1),
        (SourceSpan(DocumentId("other"), 17, 23), 1),
    ],
)
def test_entry_at_which_a_claim_stands_has_its_claim(span: SourceSpan, rows: int) -> None:
    """A claim that shares a letter with the entry stands there; one beside it, or in another document, does not."""
    assert len(Shelf(cells=True).listed(SURVEY, standing=(span,))) == rows


def test_index_that_was_not_read_lists_nothing() -> None:
    """What another index lists has no row in this one."""
    assert Shelf(cells=True).listed(replace(SURVEY, index=DocumentId("another"))) == []
