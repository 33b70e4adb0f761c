"""Duties of each side: who must do what, by sentences whose subject is a side by its name."""

from __future__ import annotations

import time

import pytest

from casewright.agents.document.minds.overviews.duties import EACH, duties_of
from casewright.agents.document.minds.overviews.headings import clause_at, headings_of

_SECONDS = 10

TEXT = """SUPPLY AGREEMENT

1. SALE

1.1 The Supplier shall deliver the Goods. The Supplier shall insure them until then.

1.2 Within ten days of delivery, the Buyer must pay the price; the Buyer shall be entitled to inspect the Goods.

2. RECORDS

2.1 The Supplier shall not be liable for delay. The Goods shall meet the Specification.

2.2 Each party shall keep records. During the Term, the Supplier shall give the Buyer access to them.
"""
LEASE = """Art. 1. Chiria

1.1 Chiriașul se obligă să plătească chiria lunar. Proprietarul nu va majora chiria.

Art. 2. Folosința

2.1 Chiriașul are obligația să păstreze spațiul. Chiriașul poate vopsi pereții.
"""


def shown(text: str, **sides: list[str]) -> dict[str, list[str]]:
    """The duties of each side as they stand in the text."""
    found = duties_of(text, sides, headings_of(text))
    return {side: [text[start:end] for start, end in one.main] for side, one in found.items()}


@pytest.mark.requirement("answer-summary")
def test_sentence_belongs_to_the_side_that_is_its_subject() -> None:
    """Duties alone: no right, no exclusion of liability, nothing whose subject is a thing."""
    found = shown(TEXT, Supplier=["Supplier"], Buyer=["Buyer"])
    assert found == {
        "Supplier": [
            "The Supplier shall deliver the Goods.",
            "The Supplier shall insure them until then.",
            "the Supplier shall give the Buyer access to them.",
        ],
        "Buyer": ["the Buyer must pay the price;"],
        EACH: ["Each party shall keep records."],
    }


@pytest.mark.requirement("answer-summary")
def test_main_duties_are_the_first_of_each_clause() -> None:
    """Where there are more than asked for, the first of each clause goes before a second of one."""
    found = duties_of(TEXT, {"Supplier": ["Supplier"]}, headings_of(TEXT), most=2)["Supplier"]
    assert [TEXT[start:end] for start, end in found.main] == [
        "The Supplier shall deliver the Goods.",
        "the Supplier shall give the Buyer access to them.",
    ]
    assert (found.clauses, found.total) == (2, 3)


@pytest.mark.requirement("answer-summary")
def test_duties_in_romanian() -> None:
    """Names and verbs are read without diacritics; what one may do is no duty."""
    assert shown(LEASE, Chirias=["Chiriasul"], Proprietar=["Proprietarul"]) == {
        "Chirias": ["Chiriașul se obligă să plătească chiria lunar.", "Chiriașul are obligația să păstreze spațiul."],
        "Proprietar": ["Proprietarul nu va majora chiria."],
    }


@pytest.mark.requirement("answer-summary")
def test_place_is_called_by_its_clause() -> None:
    """The number and title of the clause that holds a place, whether the place is in it or in a part of it."""
    headings = headings_of(TEXT)
    assert clause_at(headings, TEXT.index("Within ten days")) == ("1", "SALE")
    assert clause_at(headings, TEXT.index("Each party")) == ("2", "RECORDS")
    assert clause_at(headings, 0) == ("", "SUPPLY AGREEMENT")
    assert clause_at([], 5) == ("", "")


@pytest.mark.requirement("answer-summary")
@pytest.mark.parametrize("filler", ["\n", " ", "\t", "a, ", "\n(a) ", ". ", "the Supplier and "])
def test_text_of_nothing_but_filler_is_read_at_once(filler: str) -> None:
    """A text that repeats what the rules skip takes no longer than its length asks for."""
    text = filler * (40_000 // len(filler))
    began = time.perf_counter()
    assert duties_of(text, {"Supplier": ["Supplier"]}, headings_of(text)) == {}
    assert time.perf_counter() - began < _SECONDS
