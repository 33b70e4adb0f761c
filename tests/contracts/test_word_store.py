"""What every store of chunks' words keeps."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from casewright.adapters.database.documents import SqlDocuments
from casewright.adapters.database.matters import SqlMatters
from casewright.adapters.database.word_store import SqlWordStore
from casewright.tools.ports.search import PLACES
from tests.databases import DATABASES, EVERYWHERE
from tests.fakes.memory_documents import MemoryDocuments
from tests.fakes.memory_matters import MemoryMatters
from tests.fakes.memory_words import MemoryWords
from tests.shelf import OURS, THEIRS, Shelf

if TYPE_CHECKING:
    from collections.abc import Callable

    from casewright.adapters.database.engine import Database
    from casewright.tools.ports.search import WordStore

ALL = 1 << 60


@pytest.fixture(params=EVERYWHERE)
def kept(request: pytest.FixtureRequest, new_database: Callable[[str], Database]) -> tuple[WordStore, Shelf]:
    """An empty store of each kind in turn, and documents whose words it can keep."""
    if request.param == "memory":
        matters = MemoryMatters()
        return MemoryWords(), Shelf(MemoryDocuments(matters), matters)
    database = new_database(request.param)
    return SqlWordStore(database), Shelf(SqlDocuments(database), SqlMatters(database))


def indexes(store: WordStore, word: str, number: int) -> list[int]:
    """The chunks of document ``number`` that have the word."""
    places = store.places(OURS, word, number * PLACES, (number + 1) * PLACES)
    return [place - number * PLACES for place in places.tolist()]


@pytest.mark.requirement("search-words")
def test_words_are_found_where_they_stand(kept: tuple[WordStore, Shelf]) -> None:
    """A word's places are exactly the chunks that have it, whole and not as part of another, in any script."""
    store, shelf = kept
    document = shelf.add("a", "b", "c").id
    store.add(OURS, document, ["law govern", "lawyer 4.2 договор", "law"], 1)
    number = store.numbers(OURS, shelf.matter, 1)[document]

    assert indexes(store, "law", number) == [0, 2]
    assert indexes(store, "lawyer", number) == [1]
    assert indexes(store, "договор", number) == [1]
    assert indexes(store, "nothing", number) == []


def test_places_outside_the_range_are_left_out(kept: tuple[WordStore, Shelf]) -> None:
    """Only places in [low, high) are told."""
    store, shelf = kept
    first, second = shelf.add("a").id, shelf.add("b").id
    for document in (first, second):
        store.add(OURS, document, ["law", "law"], 1)
    number = store.numbers(OURS, shelf.matter, 1)[first]

    assert store.places(OURS, "law", number * PLACES + 1, (number + 1) * PLACES).tolist() == [number * PLACES + 1]
    assert len(store.places(OURS, "law", 0, ALL)) == 4


def test_words_are_replaced_whole(kept: tuple[WordStore, Shelf]) -> None:
    """Words given again take the place of the older ones, and another version's count as not there."""
    store, shelf = kept
    document = shelf.add("a").id
    store.add(OURS, document, ["old"], 1)
    assert store.numbers(OURS, shelf.matter, 2) == {}

    store.add(OURS, document, ["new"], 2)

    assert store.numbers(OURS, shelf.matter, 1) == {}
    assert len(store.numbers(OURS, shelf.matter, 2)) == 1
    assert store.places(OURS, "old", 0, ALL).tolist() == []
    assert len(store.places(OURS, "new", 0, ALL)) == 1


def test_numbers_are_of_ones_own_documents(kept: tuple[WordStore, Shelf]) -> None:
    """Another tenant is told no number of ours."""
    store, shelf = kept
    document = shelf.add("a").id
    store.add(OURS, document, ["law"], 1)

    assert store.numbers(THEIRS, shelf.matter, 1) == {}


@pytest.mark.parametrize("kind", DATABASES)
@pytest.mark.requirement("search-forgets")
def test_deleted_document_leaves_no_word(kind: str, new_database: Callable[[str], Database]) -> None:
    """With the document its words go, from the full-text index too; nothing is stored for one that is gone."""
    database = new_database(kind)
    documents, store = SqlDocuments(database), SqlWordStore(database)
    shelf = Shelf(documents, SqlMatters(database))
    document = shelf.add("secret")
    store.add(OURS, document.id, ["secret"], 1)

    documents.delete(OURS, document.matter, document.id)

    assert store.numbers(OURS, shelf.matter, 1) == {}
    assert store.places(OURS, "secret", 0, ALL).tolist() == []
    store.add(OURS, document.id, ["secret"], 1)
    assert store.places(OURS, "secret", 0, ALL).tolist() == []
