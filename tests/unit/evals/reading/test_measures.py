"""What is counted of a reading, on readings made by hand."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import pytest

from casewright.domain.layouts import Change, ChangeKind, Comment, Layout
from evals.reading.alignment import Located
from evals.reading.measure_pages import measure_chunks, measure_furniture, measure_sentences
from evals.reading.measure_quotes import measure_quotes
from evals.reading.measure_sections import judge, measure_index, measure_sections
from evals.reading.measure_tables import cells_right, measure_tables
from evals.reading.measure_word import measure_word
from evals.reading.numbering import LETTERS, ROMANS, Rank, level, plain, roman
from evals.reading.results import MEASURES, Measure, Tally, met
from tests.unit.evals.reading.known import LETTER, ONE, ONE_ONE, SENTENCE, TEXT, known, path, reading, table

WHOLE = ((0, len(TEXT)),)
HALVES = ((0, TEXT.index("to the")), (TEXT.index("to the"), len(TEXT)))
CUT = ((0, TEXT.index("Harrow")), (TEXT.index("Harrow"), TEXT.index("to the")), (TEXT.index("to the"), len(TEXT)))


def _tally(measure: Any, read: Any, document: Any = None) -> Tally:  # Any: each measure takes the same two
    tally = Tally()
    measure(Located(document or known(), read), tally)
    return tally


def _counts(tally: Tally, key: str) -> tuple[int, int]:
    return tally.part[key], tally.whole[key]


def test_furniture_is_counted_by_its_letters() -> None:
    """Marked: all of it; not marked: none; text that is marked is told."""
    assert _counts(_tally(measure_furniture, reading(marked=True, chunks=WHOLE)), "furniture") == (12, 12)
    missed = _tally(measure_furniture, reading(marked=False, chunks=WHOLE))
    assert _counts(missed, "furniture") == (0, 12)
    assert _counts(missed, "page number") == (0, 1)
    assert [fault.split(":")[0] for fault in missed.faults] == ["furniture missed"] * 2
    read = reading(marked=True, chunks=WHOLE)
    wide = replace(read, furniture=(replace(read.furniture[0], end=read.furniture[0].end + 3),))
    assert _counts(_tally(measure_furniture, wide), "taken")[0] == 2


def test_chunks_of_furniture_only_are_counted() -> None:
    """A chunk that is all header counts, one with a sentence beside it does not."""
    assert _counts(_tally(measure_chunks, reading(marked=False, chunks=CUT)), "furniture chunks") == (1, 3)
    assert _counts(_tally(measure_chunks, reading(marked=False, chunks=WHOLE)), "furniture chunks") == (0, 1)


def test_furniture_that_is_not_skipped_is_loud() -> None:
    """What a chunk skips is not scored, and is not counted."""
    assert _counts(_tally(measure_chunks, reading(marked=True, chunks=WHOLE)), "furniture in units")[0] == 0
    assert _counts(_tally(measure_chunks, reading(marked=False, chunks=WHOLE)), "furniture in units")[0] == 12


@pytest.mark.parametrize(
    ("marked", "chunks", "cut"), [(True, WHOLE, 0), (False, WHOLE, 1), (True, CUT, 1), (True, HALVES, 1)]
)
def test_sentences_over_pages(marked: bool, chunks: tuple[tuple[int, int], ...], cut: int) -> None:
    """Whole is a sentence that stands in one chunk with the furniture in it skipped."""
    assert _counts(_tally(measure_sentences, reading(marked=marked, chunks=chunks)), "cut") == (cut, 1)


@pytest.mark.parametrize(
    ("shown", "verdict"),
    [
        (("1", "1.1", "(a)"), "right"),
        (("1.1(a)",), "right"),
        (("Section 1.", "1.1"), "near"),
        (("SUPPLY",), "near"),
        (("1. SUPPLY", "1.1"), "near"),
        (("Supply Agreement", "1.1", "(a)"), "right"),
        ((), "none"),
        (("Supply Agreement",), "none"),
        (("2", "(a)"), "wrong"),
        (("1", "1.2"), "wrong"),
        (("1", "1.1", "(a)", "(i)"), "wrong"),
        (("(a)", "1"), "wrong"),
    ],
)
def test_a_section_is_judged_by_all_its_steps(shown: tuple[str, ...], verdict: str) -> None:
    """Each step has to lead to the sentence, in order; the title may stand first."""
    assert judge(shown, path(ONE, ONE_ONE, LETTER), "Supply Agreement") == verdict


def test_sections_are_counted_by_sentence() -> None:
    """The chunk that holds the sentence's first letter is what shows."""
    right = _tally(measure_sections, reading(marked=True, chunks=WHOLE, section=("1", "1.1")))
    assert _counts(right, "section right") == (1, 1)
    wrong = _tally(measure_sections, reading(marked=True, chunks=WHOLE, section=("3",)))
    assert _counts(wrong, "section wrong") == (1, 1)
    assert "is 1. > 1.1" in wrong.faults[0]


@pytest.mark.parametrize(
    ("label", "same"),
    [
        ("Section 4.2.", "4.2"),
        ("Art. 7", "7"),
        ("ARTICLE II", "ii"),
        ("(a)", "a"),
        ("§ 3", "3"),
        ("Schedule 1", "schedule1"),
    ],
)
def test_labels_are_compared_plain(label: str, same: str) -> None:
    """Kinds and brackets do not count, a schedule's word does."""
    assert plain(label) == same


def test_numbers_may_be_told_with_those_above() -> None:
    """7.2(a)(i) is (i) of (a) of 7.2."""
    above = level(LETTERS, 1, level(Rank(lambda _n, _a: "7.2"), 2, None, None), None)
    assert {"i", "ai", "7.2ai"} <= level(ROMANS, 1, above, None).forms
    assert [roman(n) for n in (4, 9, 14, 40, 90)] == ["IV", "IX", "XIV", "XL", "XC"]


@dataclass(frozen=True)
class _Entry:
    label: str
    start: int
    end: int


@pytest.mark.parametrize(
    ("entry", "found", "wrong"),
    [
        (_Entry("1.1", TEXT.index("1.1"), len(TEXT)), 1, 0),
        (_Entry("1.1", TEXT.index("1.1"), TEXT.index("to the")), 0, 0),
        (_Entry("1.1", 0, len(TEXT)), 0, 1),
        (_Entry("9", 0, 4), 0, 0),
    ],
)
def test_a_clause_asked_by_number(entry: _Entry, found: int, wrong: int) -> None:
    """It begins where it begins, and holds all of its text."""

    class Read:
        """A reading with an index."""

        def __init__(self) -> None:
            self.sections = (_Entry("1", 0, len(TEXT)), entry)
            self.__dict__.update({name: getattr(held, name) for name in ("text", "pages", "chunks", "furniture")})

    held = reading(marked=True, chunks=WHOLE)
    tally = _tally(measure_index, Read())
    assert _counts(tally, "index") == (1 + found, 2)
    assert _counts(tally, "index wrong") == (wrong, 2)


def test_cells_are_matched_row_by_row() -> None:
    """A row too many shifts nothing; a column too many does."""
    true = (("Year", "Sum"), ("2021", "400"))
    assert cells_right(true, true) == 4
    assert cells_right(true, (("Caption",), *true)) == 4
    assert cells_right(true, (("", "Year", "Sum"), ("", "2021", "400"))) == 0
    assert cells_right(true, (("2021", "400"), ("Year", "Sum"))) == 2


def test_tables_are_looked_for_where_they_stand() -> None:
    """A table over a sentence is none."""
    read = reading(marked=True, chunks=WHOLE)
    there = replace(read, tables=(table(TEXT, (("Year", "Sum"), ("2021", "400"))),))
    assert _counts(_tally(measure_tables, there), "cells") == (4, 4)
    false = replace(read, tables=(table(TEXT, (("The", "supplier"), ("shall", "deliver"))),))
    tally = _tally(measure_tables, false)
    assert (_counts(tally, "cells"), _counts(tally, "false tables")) == ((0, 4), (1, 1))


def test_a_quote_is_found_without_what_is_marked() -> None:
    """A sentence around furniture is a quote only where that is marked."""
    assert _counts(_tally(measure_quotes, reading(marked=True, chunks=WHOLE)), "quote pdf") == (1, 1)
    assert _counts(_tally(measure_quotes, reading(marked=False, chunks=WHOLE)), "quote pdf") == (0, 1)


def test_changes_and_comments_are_told_with_author_words_and_place() -> None:
    """A paragraph that was deleted is no text; another author, or another place, is not the same."""
    change = {"kind": "deletion", "author": "Ada", "text": "another one"}
    comment = {"author": "Ada", "text": "Why?", "range": "1. SUPPLY"}
    facts = {"changes": [change], "comments": [comment], "gone": [SENTENCE[:36], "another one"]}
    document = replace(known(), facts=facts)
    plain_reading = reading(marked=True, chunks=WHOLE)
    none = _tally(measure_word, plain_reading, document)
    assert [_counts(none, key) for key in ("deleted out", "changes", "comments")] == [(1, 2), (0, 1), (0, 1)]

    def told(author: str, end: int) -> Tally:
        layout = Layout(
            changes=(Change(ChangeKind.DELETION, author, None, 9, 9, "another one"),),
            comments=(Comment("Ada", None, 0, end, "Why?"),),
        )
        return _tally(measure_word, replace(plain_reading, layout=layout), document)

    assert [told("Ada", 9).part[key] for key in ("changes", "comments")] == [1, 1]
    assert [told("Bo", 12).part[key] for key in ("changes", "comments")] == [0, 0]


def test_targets_and_keys() -> None:
    """A figure that was not asked has no verdict; each has one row."""
    least, most = Measure("a", "", 0.9), Measure("b", "", 0.1, "most")
    assert [met(least, 0.9), met(least, 0.8), met(most, 0.1), met(most, 0.2), met(least, None)] == [
        True, False, True, False, None,
    ]  # fmt: skip
    assert len({measure.key for measure in MEASURES}) == len(MEASURES)
