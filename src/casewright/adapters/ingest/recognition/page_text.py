"""The text of a recognised page: its lines in order, where paragraphs begin, and where each word stands in it."""

from __future__ import annotations

import re
from statistics import median
from typing import TYPE_CHECKING, Final

from casewright.adapters.ingest.normalise import HYPHEN_MARK
from casewright.adapters.ingest.recognition.reading_order import in_reading_order
from casewright.adapters.ingest.recognition_wire import PageText
from casewright.adapters.ingest.worker.lines import Line, paragraph_starts
from casewright.domain.recognition import RecognisedWord

if TYPE_CHECKING:
    from collections.abc import Sequence

    from casewright.adapters.ingest.recognition.reading_order import Fragment

_BROKEN: Final = re.compile(r"[^\W\d_]-\Z")
_COMMA_BELOW: Final = str.maketrans("şţŞŢ", "șțȘȚ")
_TURKIC: Final = re.compile("[ğıİĞ]")


def page_text(fragments: Sequence[Fragment], height: float, scale: float) -> PageText:
    """The page's text from what was seen on it.

    ``height`` is the picture's in pixels, ``scale`` how many pixels a point has. A word that is broken at a line's
    end has PDFium's mark in place of hyphen and line end.
    """
    rows = in_reading_order(fragments)
    usual = median(one.height for row in rows for one in row) if rows else 1.0
    parts: list[str] = []
    words: list[RecognisedWord] = []
    lines: list[Line] = []
    length = 0
    for number, row in enumerate(rows):
        seen = [word for one in row for word in one.words]
        first = length
        shown: list[str] = []
        for word in seen:
            length += bool(shown)
            left, right = word.left / scale, word.right / scale
            bottom, top = (height - word.bottom) / scale, (height - word.top) / scale
            words.append(RecognisedWord(length, length + len(word.text), left, bottom, right, top, word.confidence))
            shown.append(word.text)
            length += len(word.text)
        text = " ".join(shown)
        base = (height - _base(row[0], usual)) / scale, (height - _base(row[-1], usual)) / scale
        edges = row[0].left / scale, row[-1].right / scale
        lines.append(Line(0, first, text, *edges, *base, _height(row, usual) / scale))
        parts.append(text)
        if _is_broken(text, rows[number + 1] if number + 1 < len(rows) else None):
            parts[-1] = text[:-1] + HYPHEN_MARK
        else:
            parts.append("\n")
            length += 1
    text = "".join(parts)
    if _TURKIC.search(text) is None:
        text = text.translate(_COMMA_BELOW)
    return PageText(text, paragraph_starts(lines), tuple(words))


def _base(fragment: Fragment, usual: float) -> float:
    """Where its lower edge would be if it were as high as the page's lines mostly are."""
    return fragment.middle + min(fragment.height, _height([fragment], usual)) / 2


def _height(row: Sequence[Fragment], usual: float) -> float:
    """The height of its print: lines with and without letters below them count as equally high."""
    seen = max(one.height for one in row)
    return usual if 0.7 < seen / usual < 1.4 else seen


def _is_broken(text: str, following: Sequence[Fragment] | None) -> bool:
    """Whether the line ends within a word that goes on in the next."""
    if following is None or _BROKEN.search(text) is None:
        return False
    return following[0].words[0].text[:1].islower()
