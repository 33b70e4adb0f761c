"""What people say to cells: what holds, what is stale, and which columns there can be."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from json import dumps
from typing import Any

import pytest

from casewright.domain.actors import Actor
from casewright.domain.documents import Document, DocumentStatus, Reading
from casewright.domain.ids import ActorId, BlobId, DocumentId, MatterId
from casewright.domain.reviews import CellReview, Column, ColumnKind, ReviewState
from casewright.domain.templates import Defined, OwnTemplate
from casewright.errors import InvalidInput, NotFound
from casewright.toolbox.reviews.list_cell_reviews import ListCellReviewsInput, ListCellReviewsOutput, list_cell_reviews
from casewright.toolbox.reviews.reader_versions import ReaderVersions
from casewright.toolbox.reviews.review_cell import ReviewCellInput, review_cell
from casewright.toolbox.reviews.review_view import ReviewView
from casewright.tools.calls import CallContext
from tests.fakes.fixed_clock import START, FixedClock
from tests.fakes.governed import TENANT
from tests.fakes.memory_documents import MemoryDocuments
from tests.fakes.memory_reviews import MemoryReviews
from tests.fakes.memory_templates import MemoryTemplates
from tests.fakes.no_firewall import NoFirewall

pytestmark = pytest.mark.requirement("reviews-cells")
MATTER = MatterId("00000000-0000-4000-8000-000000000001")
LEASE, NOTE = DocumentId("00000000-0000-4000-8000-00000000000a"), DocumentId("00000000-0000-4000-8000-00000000000b")
TERM = {"kind": "fact", "asks": "term"}


class Room:
    """Two documents in a matter, the tools over them, and versions that can change."""

    def __init__(self, *cases: MatterId) -> None:
        self.facts, self.scores = "facts 1", "scores 1"
        self.documents, self.templates = MemoryDocuments(), MemoryTemplates()
        reviews, versions = MemoryReviews(), ReaderVersions(facts=lambda: self.facts, scores=lambda: self.scores)
        for one, name in ((LEASE, "lease.txt"), (NOTE, "note.txt")):
            self.documents.add(_document(one, name), Reading("text/plain", "Rent.", ()), identity=name)
        self.review = review_cell(
            documents=self.documents,
            reviews=reviews,
            templates=self.templates,
            versions=versions,
            firewall=NoFirewall(*cases),
            clock=FixedClock(),
        )
        self.list = list_cell_reviews(documents=self.documents, reviews=reviews, versions=versions)

    # Any: a caller's JSON.
    def say(self, column: dict[str, Any] = TERM, *, who: str = "ada", **more: Any) -> ReviewView:
        given = {"matter_id": MATTER, "document_id": LEASE, "column": column, "state": "reviewed", **more}
        asked = ReviewCellInput.model_validate_json(dumps(given))
        made = self.review.handler(asked, CallContext(Actor(TENANT, ActorId(who), "PARTNER")))
        assert isinstance(made, ReviewView)
        return made

    def said(self, **asked: Any) -> list[tuple[str, str, bool]]:
        """Document, state and staleness of what is listed."""
        given = ListCellReviewsInput.model_validate_json(dumps({"matter_id": MATTER, **asked}))
        found = self.list.handler(given, CallContext(Actor(TENANT, ActorId("ada"), "PARTNER")))
        assert isinstance(found, ListCellReviewsOutput)
        return [(one.filename, one.state.value, one.stale) for one in found.reviews]


def _document(identity: DocumentId, name: str) -> Document:
    return Document(
        id=identity,
        tenant=TENANT,
        matter=MATTER,
        filename=name,
        media_type="text/plain",
        size=1,
        blob=BlobId("b" * 64),
        status=DocumentStatus.READY,
        error=None,
        characters=5,
        chunk_count=0,
        uploaded_by=ActorId("ada"),
        uploaded_at=datetime(2026, 11, 3, tzinfo=UTC),
        reader_version=3,
    )


def test_the_last_word_holds_and_all_are_kept() -> None:
    """Of each cell the last review is listed, all of them where they are asked for, and only the wanted states."""
    room = Room()
    first = room.say(state="disputed", comment="  Says who? ")
    assert (first.comment, first.reviewer, first.at, first.number) == ("Says who?", "ada", START.isoformat(), 1)
    room.say(who="ben")
    room.say({"kind": "question", "asks": "Who pays?"}, state="changed")
    room.say(document_id=NOTE, state="disputed")
    assert room.said() == [
        ("lease.txt", "reviewed", False),
        ("lease.txt", "changed", False),
        ("note.txt", "disputed", False),
    ]
    room.say(state="reviewed")
    assert [state for name, state, _ in room.said() if name == "lease.txt"] == ["changed", "reviewed"]
    assert len(room.said(history=True)) == 5
    assert room.said(states=["disputed", "changed"]) == [
        ("lease.txt", "changed", False),
        ("note.txt", "disputed", False),
    ]
    assert room.said(document_id=NOTE) == [("note.txt", "disputed", False)]
    assert len(room.said(column_hash=first.column_hash)) == 2
    with pytest.raises(NotFound, match="not found in this matter"):
        room.said(document_id=MATTER)


def test_a_review_is_stale_where_the_cell_is_filled_otherwise() -> None:
    """Another reader of facts leaves clauses alone, and the other way round; what is reviewed again holds again."""
    room = Room()
    room.say()
    room.say({"kind": "query", "asks": "{rent}"}, state="changed")
    room.facts = "facts 2"
    assert room.said() == [("lease.txt", "reviewed", True), ("lease.txt", "changed", False)]
    assert room.said(stale=True) == [("lease.txt", "reviewed", True)]
    assert room.said(stale=False) == [("lease.txt", "changed", False)]
    room.scores = "scores 2"
    assert [stale for *_, stale in room.said()] == [True, True]
    room.say()
    assert room.said(stale=False) == [("lease.txt", "reviewed", False)]


def test_a_review_is_stale_where_its_document_was_read_anew() -> None:
    """The document in place of an older reading has its reviews, which are stale, and says so."""
    room = Room()
    room.say()
    document = room.documents.get(TENANT, MATTER, LEASE)
    assert document is not None
    room.documents.rewrite(replace(document, reader_version=4), Reading("text/plain", "Rent!", ()))
    assert room.said() == [("lease.txt", "reviewed", True)]


def test_a_review_that_moved_to_a_newer_reading_is_stale() -> None:
    """The same versions read it: that it is another document than the one that was seen is enough."""
    versions = ReaderVersions(facts=lambda: "1", scores=lambda: "1")
    document = _document(NOTE, "note.txt")
    version = versions.of(document, ColumnKind.FACT)
    said = ("", ActorId("ada"), START)
    for seen, why in ((NOTE, None), (LEASE, "the document was read anew")):
        column = Column(ColumnKind.FACT, "term")
        review = CellReview(TENANT, MATTER, NOTE, 1, column, seen, version, ReviewState.REVIEWED, *said)
        assert versions.why_stale(review, document) == why


def test_what_was_seen_is_what_is_reviewed() -> None:
    """Somebody who looked at an older version of the cell is told so, and nothing is kept."""
    room = Room()
    seen = room.say().reader_version
    assert seen == "reading 3; facts 1"
    room.facts = "facts 2"
    with pytest.raises(InvalidInput, match="filled by another version since you saw it"):
        room.say(reader_version=seen)
    assert len(room.said(history=True)) == 1


@pytest.mark.parametrize(
    ("one", "same"),
    [
        ({"kind": "fact", "asks": "governing_law"}, {"kind": "fact", "asks": "Governing Law"}),
        ({"kind": "query", "asks": "{a} AND {b}"}, {"kind": "query", "asks": "( {a}  AND {b} )", "scope": "chunk"}),
        (
            {"kind": "template", "asks": "clause obligating", "argument": "the Tenant"},
            {"kind": "template", "asks": "Clause  Obligating", "argument": " the  Tenant "},
        ),
        ({"kind": "question", "asks": "Who pays?"}, {"kind": "question", "asks": " Who\npays? "}),
    ],
)
def test_a_column_is_one_however_it_is_written(one: dict[str, Any], same: dict[str, Any]) -> None:
    """Its hash and its definition are those of its canonical form."""
    room = Room()
    first, second = room.say(one), room.say(same)
    assert (first.column_hash, first.column) == (second.column_hash, second.column)
    assert len(room.said()) == 1


@pytest.mark.parametrize(
    ("column", "why"),
    [
        ({"kind": "fact", "asks": "colour"}, "There is no field 'colour'"),
        ({"kind": "query", "asks": "{a} AND"}, "AND has no right side"),
        ({"kind": "template", "asks": "no such clause"}, "'no such clause' not found"),
        ({"kind": "template", "asks": "clause obligating"}, "needs its argument: say which party"),
        ({"kind": "template", "asks": "governing law clause", "argument": "x"}, "takes no argument"),
        ({"kind": "question", "asks": "?!"}, "A question needs a word"),
        ({"kind": "question", "asks": "Who?", "argument": "x"}, "argument goes with a template only"),
        ({"kind": "fact", "asks": "term", "scope": "chunk"}, "scope goes with a query only"),
    ],
)
def test_columns_that_ask_for_nothing(column: dict[str, Any], why: str) -> None:
    """Each is told what it lacks."""
    with pytest.raises((InvalidInput, NotFound), match=why):
        Room().say(column)


def test_templates_of_ones_own_are_columns() -> None:
    """One that the tenant defined is found by its name."""
    room = Room()
    room.templates.put(OwnTemplate(TENANT, "lift", Defined("{lift}"), ActorId("ada"), START))
    assert room.say({"kind": "template", "asks": "Lift"}).column.asks == "lift"


def test_no_cells_of_cases_and_of_older_readings() -> None:
    """A case has no grid; what was read anew is reviewed as the newer document."""
    with pytest.raises(InvalidInput, match="belongs to a case"):
        Room(MATTER).say()
    room = Room()
    document = room.documents.get(TENANT, MATTER, LEASE)
    assert document is not None
    room.documents.replace(document, Reading("text/plain", "Rent!", ()), by=MATTER)  # type: ignore[arg-type]
    with pytest.raises(InvalidInput, match=f"was read anew as document {MATTER}"):
        room.say()
    with pytest.raises(NotFound, match="not found in this matter"):
        room.say(document_id="00000000-0000-4000-8000-0000000000ff")
