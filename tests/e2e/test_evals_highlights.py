"""What a document's page marks at random places: the words asked for, and no others."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from evals.highlight_files import own_files, turned
from evals.highlight_marks import (
    EXACT,
    LITTLE,
    MUCH,
    UNKNOWN,
    UNKNOWN_WORDS,
    Asked,
    Letter,
    drawn,
    judge_picture,
    judge_text,
)
from evals.highlights import measure, reading_room

if TYPE_CHECKING:
    from pathlib import Path

_KINDS = ("supply-agreement.docx", "notes.docx", "software-license-agreement.pdf")
_EACH = 25


def test_marks_are_the_words_asked_for(tmp_path: Path) -> None:
    """In a PDF, in one whose pages are turned, and in Word files with a table and notes."""
    held = dict(own_files())
    files = [(name, held[name]) for name in _KINDS]
    files.append(("turned.pdf", turned(held["software-license-agreement.pdf"], 90)))

    with reading_room(tmp_path) as client:
        tally = measure(client, files, _EACH, seed=1)

    assert tally.faults == []
    assert tally.verdicts["docx text", EXACT] == _EACH
    assert tally.verdicts["pdf picture", EXACT] >= _EACH


@pytest.mark.parametrize(
    ("html", "verdict"),
    [
        ('<p>ab <mark class="current">cd</mark> ef</p>', EXACT),
        ('<p>ab <mark class="current">cd e</mark>f</p>', MUCH),
        ('<p>ab <mark class="current">c</mark>d ef</p>', LITTLE),
        ('<p>ab cd <mark class="current">cd</mark></p>', MUCH),
        ("<p>ab cd ef</p>", LITTLE),
    ],
)
def test_text_is_judged(html: str, verdict: str) -> None:
    """Of more, of less, and of the same words at another place."""
    assert judge_text(drawn(html), "ab cd ef", 3, 5) == verdict


@pytest.mark.parametrize(
    ("html", "verdict"),
    [
        ('<rect class="box current" x="10" y="0" width="10" height="10"/>', EXACT),
        ('<rect class="box current" x="0" y="0" width="20" height="10"/>', MUCH),
        ('<rect class="box current" x="17" y="0" width="2" height="10"/>', LITTLE),
        ('<rect class="box" x="10" y="0" width="10" height="10"/>', LITTLE),
        (f"<p>{UNKNOWN_WORDS}, so nothing is marked.</p>", UNKNOWN),
    ],
)
def test_picture_is_judged(html: str, verdict: str) -> None:
    """By the middle of each letter."""
    letters = [Letter("a", 5, 5, 0, 0), Letter("b", 12, 5, 2, 1), Letter("c", 18, 5, 3, 1)]

    assert judge_picture(drawn(html), letters, Asked(2, 4, "bc")) == verdict


@pytest.mark.parametrize(
    ("x", "width", "verdict"), [(10, 10, EXACT), (0, 20, MUCH), (17, 2, LITTLE), (0, 9, MUCH), (30, 5, LITTLE)]
)
def test_picture_whose_letters_have_no_certain_place_is_judged_by_them(x: int, width: int, verdict: str) -> None:
    """The letters held are those of the text, in any order."""
    letters = [Letter("a", 5, 5), Letter("c", 12, 5), Letter("b", 18, 5)]
    html = f'<rect class="box current" x="{x}" y="0" width="{width}" height="10"/>'

    assert judge_picture(drawn(html), letters, Asked(2, 4, "bc")) == verdict


@pytest.mark.parametrize(("body", "verdict"), [("", MUCH), ("a", EXACT)])
def test_furniture_is_marked_where_the_place_is_nothing_else(body: str, verdict: str) -> None:
    """A page number between the pages of a quote is not."""
    letters = [Letter("a", 5, 5, 0, 0, is_furniture=True)]
    html = '<rect class="box current" x="0" y="0" width="9" height="10"/>'

    assert judge_picture(drawn(html), letters, Asked(0, 1, body, only_furniture=bool(body))) == verdict


def test_print_that_lies_askew_over_the_words_is_no_fault() -> None:
    """A watermark's letter in the middle of a word is in the word's box, whatever is drawn."""
    letters = [Letter("b", 12, 5, 2, 1), Letter("X", 14, 5, 9, 4, is_furniture=True, is_askew=True)]
    html = '<rect class="box current" x="10" y="0" width="9" height="10"/>'

    assert judge_picture(drawn(html), letters, Asked(2, 3, "b")) == EXACT
    assert judge_picture(drawn(html), [letters[0], replace(letters[1], is_askew=False)], Asked(2, 3, "b")) == MUCH
