"""What every store of reviews keeps."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from casewright.adapters.database.documents import SqlDocuments
from casewright.adapters.database.matter_rows import SqlMatterRows
from casewright.adapters.database.matters import SqlMatters
from casewright.adapters.database.reviews import SqlReviews
from casewright.domain.ids import DocumentId
from casewright.domain.reviews import CellReview, Column, ColumnKind, ReviewState
from casewright.errors import NotFound
from tests.databases import DATABASES
from tests.fakes.fixed_clock import START
from tests.fakes.memory_reviews import MemoryReviews
from tests.shelf import ANN, OURS, THEIRS, Shelf, reading

if TYPE_CHECKING:
    from collections.abc import Callable

    from casewright.adapters.database.engine import Database
    from casewright.domain.documents import Document
    from casewright.tools.ports.reviews import ReviewStore

pytestmark = pytest.mark.requirement("reviews-cells")
COLUMNS = (
    Column(ColumnKind.FACT, "term"),
    Column(ColumnKind.QUERY, "{a} AND {b}", scope="document"),
    Column(ColumnKind.TEMPLATE, "clause obligating", "the Tenant"),
    Column(ColumnKind.QUESTION, 'Who pays, says "Ț\x00\ud800"?'),
)


@pytest.fixture(params=DATABASES)
def database(request: pytest.FixtureRequest, new_database: Callable[[str], Database]) -> Database:
    return new_database(request.param)


@pytest.fixture
def stores(database: Database) -> tuple[Shelf, SqlReviews]:
    return Shelf(SqlDocuments(database), SqlMatters(database)), SqlReviews(database)


def review(document: Document, column: Column = COLUMNS[0], **more: object) -> CellReview:
    made = CellReview(
        tenant=document.tenant,
        matter=document.matter,
        document=document.id,
        number=0,
        column=column,
        seen=document.id,
        reader_version="reading 3; rules 1",
        state=ReviewState.DISPUTED,
        comment="Says\x00 who?",
        reviewer=ANN,
        at=START,
    )
    return replace(made, **more)  # type: ignore[arg-type]


def told_back(shelf: Shelf, store: ReviewStore) -> None:
    """Everything is told back as it was said, by document and in order, to its tenant and its matter alone."""
    first, second = shelf.add("One."), shelf.add("Two.")
    said = [review(one, column) for one in (first, second) for column in COLUMNS]
    said.append(review(first, state=ReviewState.REVIEWED, comment=""))

    kept = [store.add(one) for one in said]

    assert [one.number for one in kept] == [1, 2, 3, 4, 1, 2, 3, 4, 5]
    in_order = sorted(kept, key=lambda one: (one.document, one.number))
    assert list(store.of_matter(OURS, shelf.matter)) == in_order
    assert list(store.of_matter(OURS, shelf.matter, second.id)) == kept[4:8]
    assert list(store.of_matter(THEIRS, shelf.matter)) == []
    assert list(store.of_matter(OURS, shelf.second)) == []


def test_reviews_are_told_back(stores: tuple[Shelf, SqlReviews]) -> None:
    """On each database."""
    told_back(*stores)


def test_the_fake_keeps_the_same_promises(stores: tuple[Shelf, SqlReviews]) -> None:
    """In memory, too."""
    told_back(stores[0], MemoryReviews())


def test_reviews_go_with_their_document_and_with_its_matter(database: Database) -> None:
    """A newer reading of the file has what was said of the older one; what is deleted leaves nothing."""
    shelf, reviews = Shelf(SqlDocuments(database), SqlMatters(database)), SqlReviews(database)
    document, other = shelf.add("One."), shelf.add("Two.")
    reviews.add(review(document))
    reviews.add(review(other))

    new = shelf.documents.replace(document, reading("One, better."), by=DocumentId("new"))
    moved = reviews.of_matter(OURS, shelf.matter, new.id)
    assert [(one.document, one.seen, one.number) for one in moved] == [(new.id, document.id, 1)]
    assert reviews.add(review(new)).number == 2

    shelf.documents.delete(OURS, shelf.matter, new.id)
    assert [one.document for one in reviews.of_matter(OURS, shelf.matter)] == [other.id]
    with pytest.raises(NotFound, match="not found in this matter"):
        reviews.add(review(new))
    with pytest.raises(NotFound, match="not found in this matter"):
        reviews.add(review(other, matter=shelf.second))

    SqlMatterRows(database).remove(OURS, shelf.matter)
    assert list(reviews.of_matter(OURS, shelf.matter)) == []


def test_reviews_at_once_are_numbered_one_after_the_other(stores: tuple[Shelf, SqlReviews]) -> None:
    """Nothing is lost where several people review at the same time."""
    shelf, reviews = stores
    document = shelf.add("One.")
    with ThreadPoolExecutor(4) as pool:
        numbers = list(pool.map(lambda _: reviews.add(review(document)).number, range(12)))
    assert sorted(numbers) == list(range(1, 13))


def test_columns_are_known_by_what_they_ask() -> None:
    """Equal definitions have equal hashes, others have others; the hash is that of the canonical JSON."""
    hashes = {column.sha256 for column in COLUMNS}
    hashes |= {Column(ColumnKind.QUESTION, "term").sha256, Column(ColumnKind.TEMPLATE, "clause obligating").sha256}
    assert len(hashes) == 6
    assert COLUMNS[0].text == '{"asks":"term","kind":"fact"}'
    assert COLUMNS[0].sha256 == Column(ColumnKind.FACT, "term").sha256
