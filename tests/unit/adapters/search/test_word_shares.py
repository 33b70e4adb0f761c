"""Tests of casewright.adapters.search.word_shares."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from casewright.adapters.database.documents import SqlDocuments
from casewright.adapters.database.matters import SqlMatters
from casewright.adapters.database.word_store import SqlWordStore
from casewright.adapters.search.word_shares import WordShares
from casewright.domain.ids import DocumentId
from tests.databases import DATABASES
from tests.fakes.memory_words import MemoryWords
from tests.shelf import OURS, THEIRS, Shelf

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from casewright.adapters.database.engine import Database

ONE, TWO = DocumentId("one"), DocumentId("two")
TEXTS = {ONE: ["notice of termination", "notice", "price"], TWO: ["termination fee", "nothing of the kind"]}


def learned(shares: WordShares) -> WordShares:
    for document, texts in TEXTS.items():
        shares.prepare(OURS, document, texts)
    return shares


@pytest.mark.requirement("search-lexical-share")
def test_share_is_that_of_the_idf_mass() -> None:
    """Two of five chunks have each word: both words count ln(1 + 5/3), so a chunk with one of them has half."""
    shares = learned(WordShares(MemoryWords()))
    found = shares.shares(OURS, "notices of terminations", [ONE, TWO], [3, 2])
    assert found.tolist() == pytest.approx([1.0, 0.5, 0.0, 0.5, 0.0])


def test_rare_words_count_more() -> None:
    """A word that one chunk has weighs ln(1 + 5/2), one that two have ln(1 + 5/3), one that none has ln(1 + 5)."""
    shares = learned(WordShares(MemoryWords()))
    rare, common, unknown = math.log1p(5 / 2), math.log1p(5 / 3), math.log1p(5)
    found = shares.shares(OURS, "price notice zebra", [ONE, TWO], [3, 2])
    mass = rare + common + unknown
    assert found.tolist() == pytest.approx([common / mass, common / mass, rare / mass, 0, 0])


def test_order_of_documents_is_the_order_of_shares() -> None:
    """Shares come in the order in which the documents are given, and only for those."""
    shares = learned(WordShares(MemoryWords()))
    assert shares.shares(OURS, "fee", [TWO, ONE], [2, 3]).tolist() == [1, 0, 0, 0, 0]
    assert shares.shares(OURS, "price", [TWO], [2]).tolist() == [0, 0]
    assert shares.shares(OURS, "price", [], []).tolist() == []


def test_documents_not_learned_are_told() -> None:
    """What is not learned yet is missing, and has no words."""
    shares = learned(WordShares(MemoryWords()))
    new = DocumentId("new")
    assert list(shares.missing(OURS, [ONE, new, TWO])) == [new]
    assert list(shares.missing(THEIRS, [ONE])) == [ONE]
    assert shares.shares(OURS, "notice", [new, ONE], [1, 3]).tolist() == [0, 1, 1, 0]


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
    documents = [shelf.add(*paragraphs).id for paragraphs in texts]
    stored, plain = WordShares(SqlWordStore(database)), WordShares(MemoryWords())
    for document, paragraphs in zip(documents, texts, strict=True):
        for shares in (stored, plain):
            shares.prepare(OURS, document, paragraphs)
    chosen = [documents[2], documents[0]]
    for question in ("notice period", "rezilierea contractului", "o'neill договор ½", "TVA 30", "thing"):
        for asked, sizes in ((documents, [2, 3, 2]), (chosen, [2, 2])):
            expected = plain.shares(OURS, question, asked, sizes).tolist()
            assert stored.shares(OURS, question, asked, sizes).tolist() == expected, question


@given(st.lists(st.lists(st.sampled_from(["law", "fee", "tax", "sum"]), max_size=4), max_size=6), st.text("lawfe tx"))
def test_shares_lie_between_nothing_and_all(texts: Sequence[Sequence[str]], question: str) -> None:
    """Whatever the question, every share lies in [0, 1]."""
    shares = WordShares(MemoryWords())
    shares.prepare(OURS, ONE, [" ".join(text) for text in texts])
    found = shares.shares(OURS, question, [ONE], [len(texts)])
    assert found.shape == (len(texts),)
    assert all(0 <= share <= 1.000001 for share in found)
