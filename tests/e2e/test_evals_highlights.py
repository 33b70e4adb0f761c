"""What a document's page marks at random places: the words asked for, and no others."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from evals.highlight_files import own_files, turned
from evals.highlight_marks import EXACT, LITTLE, MUCH, UNKNOWN, UNKNOWN_WORDS, Letter, drawn, judge_picture, judge_text
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
    assert tally.verdicts["pdf picture", EXACT] >= 0.8 * _EACH


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
    letters = [Letter(0, 5, 5, 0), Letter(2, 12, 5, 1), Letter(3, 18, 5, 1)]

    assert judge_picture(drawn(html), letters, 2, 4) == verdict
