"""Tests of casewright.adapters.search.word_shares."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from casewright.adapters.database.documents import SqlDocuments
from casewright.adapters.database.matters import SqlMatters
from casewright.adapters.database.word_store import SqlWordStore
from casewright.adapters.search.word_shares import WordShares
from casewright.domain.ids import MatterId
from tests.databases import DATABASES
from tests.fakes.memory_words import MemoryWords
from tests.shelf import Shelf, document

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from casewright.adapters.database.engine import Database
    from casewright.domain.documents import Document

MATTER = MatterId("m")
ONE = replace(document(MATTER, ""), chunk_count=3)
TWO = replace(document(MATTER, ""), chunk_count=2)
TEXTS = {ONE.id: ["notice of termination", "notice", "price"], TWO.id: ["termination fee", "nothing of the kind"]}


def found(question: str, *documents: Document) -> list[float]:
    """The shares over a store in memory, which learns the documents first."""
    shares = WordShares(MemoryWords())
    return [float(share) for share in shares.shares(question, documents, lambda document: TEXTS[document.id])]


@pytest.mark.requirement("search-lexical-share")
def test_share_is_that_of_the_idf_mass() -> None:
    """Two of five chunks have each word: both words count ln(1 + 5/3), so a chunk with one of them has half."""
    assert found("notices of terminations", ONE, TWO) == pytest.approx([1.0, 0.5, 0.0, 0.5, 0.0])


def test_rare_words_count_more() -> None:
    """A word that one chunk has weighs ln(1 + 5/2), one that two have ln(1 + 5/3), one that none has ln(1 + 5)."""
    rare, common, unknown = math.log1p(5 / 2), math.log1p(5 / 3), math.log1p(5)
    mass = rare + common + unknown
    assert found("price notice zebra", ONE, TWO) == pytest.approx([common / mass, common / mass, rare / mass, 0, 0])


def test_order_of_documents_is_the_order_of_shares() -> None:
    """Shares come in the order in which the documents are given, and only for those."""
    assert found("fee", TWO, ONE) == [1, 0, 0, 0, 0]
    assert found("price", TWO) == [0, 0]
    assert found("price") == []


def test_document_is_learned_once() -> None:
    """The texts of a document are asked for when it is first searched, and not again."""
    shares, asked = WordShares(MemoryWords()), []

    def texts(document: Document) -> list[str]:
        asked.append(document.id)
        return TEXTS[document.id]

    shares.prepare(ONE.tenant, ONE.id, TEXTS[ONE.id])
    for _ in range(2):
        shares.shares("notice", [ONE, TWO], texts)

    assert asked == [TWO.id]


@pytest.mark.parametrize("kind", DATABASES)
@pytest.mark.requirement("search-same-everywhere")
def test_every_database_gives_the_same_shares(kind: str, new_database: Callable[[str], Database]) -> None:
    """SQLite and PostgreSQL give exactly the shares that a store in memory gives, with documents between them."""
    database = new_database(kind)
    shelf = Shelf(SqlDocuments(database), SqlMatters(database))
    texts = [
        ["Părțile pot rezilia contractul.", "Prețul este de 1.000 lei; și TVA."],
        ["The Supplier's notice-period is 30 days", "O'Neill & Søn: ½ of «договор»", ""],
        ["Terminations & notices", "no such thing"],
    ]
    documents = [shelf.add(*paragraphs) for paragraphs in texts]
    given = dict(zip([one.id for one in documents], texts, strict=True))
    stored, plain = WordShares(SqlWordStore(database)), WordShares(MemoryWords())
    for question in ("notice period", "rezilierea contractului", "o'neill договор ½", "TVA 30", "thing"):
        for asked in (documents, [documents[2], documents[0]]):
            expected = plain.shares(question, asked, lambda one: given[one.id]).tolist()
            assert stored.shares(question, asked, lambda one: given[one.id]).tolist() == expected, question


@given(st.lists(st.lists(st.sampled_from(["law", "fee", "tax", "sum"]), max_size=4), max_size=6), st.text("lawfe tx"))
def test_shares_lie_between_nothing_and_all(texts: Sequence[Sequence[str]], question: str) -> None:
    """Whatever the question, every share lies in [0, 1]."""
    one = replace(ONE, chunk_count=len(texts))
    shares = WordShares(MemoryWords()).shares(question, [one], lambda _one: [" ".join(text) for text in texts])
    assert shares.shape == (len(texts),)
    assert all(0 <= share <= 1.000001 for share in shares)
