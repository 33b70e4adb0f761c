"""The index of sections: every believed number, from it to before what follows, nested and in order."""

from __future__ import annotations

import time
from itertools import pairwise

import pytest
from hypothesis import given

from casewright.adapters.ingest.structure import structure_of
from tests.unit.adapters.ingest.test_chunker import TEXTS

CLAUSE = "Every clause here has words enough to be a sentence of some length."


def index(text: str) -> list[tuple[str, str, bool]]:
    """Each section: what it is called, its last words, and whether its end is certain."""
    return [
        (one.name, text[one.start : one.end].rsplit(" ", 1)[-1], one.certain) for one in structure_of(text).sections
    ]


@pytest.mark.requirement("sections-index")
def test_section_goes_from_its_number_to_the_next() -> None:
    """A clause holds those below it; an item ends where it is not known to go on; the last clause before the names."""
    text = (
        f"1. Fees. {CLAUSE} one\n\n1.1 {CLAUSE} two\n\n(a) {CLAUSE} three\n\n(b) {CLAUSE} four\n\nAnd more. five\n\n"
        f"2. Law. {CLAUSE} six\n\nIN WITNESS WHEREOF the parties sign."
    )
    assert index(text) == [
        ("1", "five", True),
        ("1.1", "five", True),
        ("1.1(a)", "three", True),
        ("1.1(b)", "four", False),
        ("2", "six", True),
    ]


@pytest.mark.requirement("sections-index")
def test_section_ends_where_the_count_is_lost() -> None:
    """What comes after a number that does not fit is not taken for the clause before it."""
    text = f"1. Fees. {CLAUSE} one\n\n9. Lost. {CLAUSE} two\n\n2. Law. {CLAUSE} three"
    assert index(text) == [("1", "one", False), ("2", "three", True)]


@pytest.mark.requirement("sections-index")
def test_annex_counts_anew() -> None:
    """The path of an annex's clauses begins with the annex."""
    body = f"1. Fees. {CLAUSE} one\n\n2. Law. {CLAUSE} two"
    text = f"{body}\n\nSchedule 1\n\n1. Price. {CLAUSE} three\n\n2. Tax. {CLAUSE} four"
    assert [name for name, *_ in index(text)] == ["1", "2", "Schedule 1", "Schedule 1, 1", "Schedule 1, 2"]


@pytest.mark.requirement("sections-index")
def test_glued_numbers_are_sections() -> None:
    """A number that stands at the next word is one where the numbers around it fit."""
    text = f"1.1Definitions. {CLAUSE}\n\n1.2Term. {CLAUSE}\n\n1.3Fees. {CLAUSE}\n\n7Musketeers. {CLAUSE}"
    assert [name for name, *_ in index(text)] == ["1.1", "1.2", "1.3"]


@pytest.mark.requirement("sections-index")
def test_references_at_line_starts_are_no_sections() -> None:
    """A line that a reference happens to begin is none, nor an item of a list that runs on in the lines."""
    text = (
        f"1. Fees. {CLAUSE}\n\n2. Order. The following rule in this order of precedence: (a) this agreement; (b) its\n"
        "annexes as they stand; and\n(c) every order that refers to them, and the like, whatever\n"
        "Section 4.2 says of it, as far as\n12.1 above does not say otherwise.\n\n3. Law. English law."
    )
    assert [name for name, *_ in index(text)] == ["1", "2", "3"]


@pytest.mark.requirement("sections-index")
def test_list_of_annexes_before_the_clauses_holds_none_of_them() -> None:
    """Annexes that are only listed on the first pages are not where the clauses stand."""
    annexes = "Annex 1: [***] Agreement\n\nAnnex 2: Term Sheet"
    text = f"{annexes}\n\nThis is an agreement. {CLAUSE}\n\n1. Fees. {CLAUSE}\n\n2. Law. {CLAUSE}"
    assert [name for name, *_ in index(text)][-2:] == ["1", "2"]


@pytest.mark.requirement("sections-index")
def test_romanian_act() -> None:
    """Articles count on through chapters and sections of chapters."""
    text = "\n\n".join(
        f"{head}\n{CLAUSE}"
        for head in ("CAPITOLUL I Dispoziții", "Secțiunea 1 Obiect", "Art. 1", "Secțiunea a 2-a Termene", "Art. 2",
                     "CAPITOLUL II Sancțiuni", "Art. 3")
    )  # fmt: skip
    assert [name for name, *_ in index(text)] == [
        "CAPITOLUL I",
        "CAPITOLUL I, Secțiunea 1",
        "CAPITOLUL I, Secțiunea 1, Art. 1",
        "CAPITOLUL I, Secțiunea a 2-a",
        "CAPITOLUL I, Secțiunea a 2-a, Art. 2",
        "CAPITOLUL II",
        "CAPITOLUL II, Art. 3",
    ]


@pytest.mark.requirement("sections-index")
@given(TEXTS)
def test_sections_nest_and_stand_in_order(text: str) -> None:
    """Whatever a text holds: sections begin in order, lie in the text, overlap only where one holds the other."""
    sections = structure_of(text).sections
    for one in sections:
        assert 0 <= one.start < one.end <= len(text)
        assert one.path[-1] == one.label
        assert text[one.start : one.end] == text[one.start : one.end].strip()
    for before, after in pairwise(sections):
        assert before.start <= after.start
    open_: list[tuple[int, tuple[str, ...]]] = []
    for one in sections:
        while open_ and open_[-1][0] <= one.start:
            open_.pop()
        assert not open_ or (one.end <= open_[-1][0] and one.path[: len(open_[-1][1])] == open_[-1][1])
        open_.append((one.end, one.path))


@pytest.mark.parametrize(
    "piece",
    ["1. A\n", "(a) x (b) y ", "(i) a line of words that is long\n\n", "1.9Definitions of it\n", "SECTION ONE\n\n",
     "(a) some words that are long\n\n(i) some words that are long\n\n", "1.1.1.1.1 a title of it\n\n"],
)  # fmt: skip
def test_hostile_lists_take_no_longer_than_their_length(piece: str) -> None:
    """A quarter of a megabyte of numbers is read in a moment."""
    text = (piece * 250_000)[:250_000]
    started = time.process_time()
    structure_of(text)
    assert time.process_time() - started < 3
