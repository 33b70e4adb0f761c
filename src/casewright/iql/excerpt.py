"""Where a position stands in a text, and a drawing of that line with a caret under it."""

from __future__ import annotations

import re
import unicodedata

from casewright.vocabulary.outside_text import show_text

_LINE_END = re.compile(r"\r\n|\r|\n")
_WINDOW = 72
"""Longest stretch of a line that is drawn, in code points."""


def place(text: str, position: int) -> tuple[int, int]:
    """The line and column of ``position``, both from 1, in code points; lines end with LF, CR or CRLF."""
    line, start, _ = _line_at(text, position)
    return line, position - start + 1


def draw(text: str, position: int) -> str:
    """The line that holds ``position``, and below it a caret under the very character, two lines of text.

    Tabs stay tabs in both lines, wide characters take two columns, control and formatting characters are shown
    as escapes, and a long line is cut to the stretch around the caret.
    """
    _, start, end = _line_at(text, position)
    first = max(start, min(position - _WINDOW // 2, end - _WINDOW))
    last = min(end, first + _WINDOW)
    before, after = ("…" if first > start else ""), ("…" if last < end else "")
    shown = before + show_text(text[first:last]) + after
    gap = " " * len(before) + "".join(_blank(sign) for sign in text[first : min(position, last)])
    return f"{shown}\n{gap}^"


def show_excerpt(text: str) -> str:
    """``text`` as part of a sentence: on one line, cut to 40 characters, with nothing that would steer a terminal."""
    folded = " ".join(text.split())
    return show_text(folded if len(folded) <= 40 else folded[:39] + "…")


def _line_at(text: str, position: int) -> tuple[int, int, int]:
    """Number, start and end (without its line end) of the line that holds ``position``."""
    line, start = 1, 0
    for end in _LINE_END.finditer(text):
        if end.end() > position:
            return line, start, end.start()
        line, start = line + 1, end.end()
    return line, start, len(text)


def _blank(sign: str) -> str:
    """White space exactly as wide as ``sign`` is shown."""
    if sign == "\t":
        return "\t"
    if unicodedata.category(sign) in {"Mn", "Me"}:
        return ""
    return "  " if unicodedata.east_asian_width(sign) in "WF" else " " * len(show_text(sign))
