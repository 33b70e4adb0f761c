"""The headings and numbers of clauses in a text, so that a place can be called "§ 8.2" and a clause told from the next.

Only what begins a line counts. A number inside a line, such as a reference, is no clause.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Sequence

_LINE: Final = re.compile(
    r"^[ \t]{0,40}(?P<marks>#{1,6}[ \t]{1,9}|\*\*)?"
    r"(?:(?P<word>ARTICLE|Article|ARTICOLUL|Articolul|SECTION|Section|CAPITOLUL|Capitolul|CLAUSE|Clause|Art\.?|ART\.?"
    r"|Cap\.?|CAP\.?|§)[ \t]{0,9})?"
    r"(?P<number>\d{1,3}(?:\.\d{1,3}){0,3}|(?:(?<=[A-Za-z.] )|(?<=[A-Za-z.]))[IVX]{1,6})?"
    r"(?P<stop>[.):]|[ \t]{0,9}[-–—])?[ \t]{0,9}(?P<title>[^\n]*)$",
    re.MULTILINE,
)
_TITLE: Final = re.compile(r"[*_]*(?P<words>[^\W\d_][^.:;\n*]{1,70})(?P<end>[.:*\n]|$)")
_LONGEST: Final = 12
_SMALL: Final = frozenset(
    [
        "a",
        "al",
        "an",
        "and",
        "as",
        "ale",
        "at",
        "by",
        "cu",
        "de",
        "din",
        "for",
        "in",
        "la",
        "of",
        "on",
        "or",
        "pe",
        "pentru",
        "sau",
        "si",
        "și",
        "the",
        "to",
        "with",
    ]
)


@dataclass(frozen=True, slots=True)
class Heading:
    """A clause begins at ``start``. ``number`` such as "8.2"; ``title`` is empty where the line says only its text."""

    start: int
    number: str
    title: str

    @property
    def top(self) -> str:
        """The number of the clause that it is part of."""
        return self.number.partition(".")[0]


def headings_of(text: str) -> tuple[Heading, ...]:
    """Every line that begins a clause or is a heading, in order."""
    found = []
    for hit in _LINE.finditer(text):
        if not hit["title"].strip() and not hit["number"]:
            continue
        number = hit["number"] or ""
        title = _title(hit["title"], alone=bool(hit["marks"] or hit["word"]))
        numbered = bool(number) and bool(hit["stop"] or hit["word"] or "." in number)
        if numbered or (title and (hit["marks"] or _is_capital(hit["title"]))):
            found.append(Heading(hit.start(), number, title))
    return tuple(found)


def heading_at(headings: Sequence[Heading], place: int) -> Heading | None:
    """The heading of the clause that holds ``place``; None before the first."""
    at = bisect_right([one.start for one in headings], place) - 1
    return headings[at] if at >= 0 else None


def clause_at(headings: Sequence[Heading], place: int) -> tuple[str, str]:
    """The number and title of the whole clause that holds ``place``; both empty before the first."""
    at = bisect_right([one.start for one in headings], place) - 1
    if at < 0:
        return "", ""
    own = headings[at]
    for one in reversed(headings[: at + 1]):
        if own.top and one.top != own.top:
            if one.number:
                break
            continue
        if one.title and "." not in one.number:
            return own.top or one.top, one.title
    return own.top, own.title


def _title(line: str, *, alone: bool) -> str:
    """The words of a heading at the beginning of a line; empty where the line is a sentence."""
    hit = _TITLE.match(line.strip())
    if hit is None:
        return ""
    words = hit["words"].strip()
    spoken = words.split()
    weighty = [word for word in spoken if word.lower() not in _SMALL]
    capital = all(word[0].isupper() for word in weighty if word[0].isalpha())
    short = len(spoken) <= _LONGEST and bool(weighty)
    whole = hit.end("words") >= len(line.strip().rstrip("*_.: "))
    return words if short and words[0].isupper() and (whole or alone or capital or hit["end"] in (".", ":")) else ""


def _is_capital(line: str) -> bool:
    letters = [sign for sign in line if sign.isalpha()]
    return len(letters) > 3 and all(sign.isupper() for sign in letters) and len(line.strip()) <= 70
