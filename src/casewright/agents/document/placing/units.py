"""An answer in pieces that each have to have a place: sentences, list items, rows of tables, headings, lines of quotes.

A line ends a piece, so does a semicolon, and so do a colon, a dash or a full stop right behind a place.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Literal

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

PLACE, BROKEN = "\ue000", "\ue001"
"""Stand for every character of a place that holds, or does not, and its quote, which are never cut apart."""
_EITHER: Final = f"[{PLACE}{BROKEN}]"
_CLOSERS: Final = r"[\"'”’»)\]*_`]*"
_BREAK: Final = re.compile(r"<\s*/?\s*(?:br|p|li|ul|ol|td|th|tr|table|div|h[1-6]|blockquote)\b[^<>\n]*>", re.IGNORECASE)
_LINE: Final = re.compile(r"[^\n\r\v\f\x1c-\x1e\x85\u2028\u2029]+")
_MARKER: Final = re.compile(
    r"\s*(?:(?:(?P<row>\|)|(?P<quote>>)|(?P<heading>\#{1,6})(?=\s)"
    r"|(?P<item>[-*+•‣◦▪–—](?=\s)|\(?\d{1,3}[.)](?=\s)|\(?[a-zA-Z][.)](?=\s)|\[\^[\w-]{1,20}\]:?|\[[ xX]\](?=\s)))\s*)+"
)
_STOP: Final = re.compile(
    rf"[.!?…。！？]+{_CLOSERS}(?=\s|{_EITHER}|$)"
    rf"|(?<={_EITHER})[\])”\"*_,\s]*(?:[:;.!?]|\s[–—-](?=\s))+{_CLOSERS}"
    rf"|(?<={_EITHER})[\])”\"*_]*\s+(?=[A-ZĂÂÎȘŞȚŢ])"
    rf"|[;；]"
)
_SHORT: Final = re.compile(
    r"(?:^|[\W_])(?:e\.g|i\.e|cf|vs|v|inc|ltd|co|corp|llc|llp|plc|gmbh|mr|mrs|ms|dr|prof|st|s\.a|s\.r\.l|s\.c"
    r"|n\.v|b\.v|u\.s|u\.k|approx|resp|dl|dna|str|bd|jr)\.$",
    re.IGNORECASE,
)
_SHORT_BEFORE_NUMBER: Final = re.compile(
    r"(?:^|[\W_])(?:no|nos|nr|art|alin|lit|pct|cl|sec|sect|para|pp?|cap|ch|fig|vol)\.$", re.IGNORECASE
)
_NUMBER: Final = re.compile(r"\s*[\d(§IVXivx]")
_BOLD: Final = re.compile(r"(?P<sign>\*\*|__)(?!\s)(?:(?!(?P=sign)).)+(?P=sign)\s*:?")
_RULE: Final = re.compile(r"\s*\|?[\s:|-]*-[\s:|-]*")
Kind = Literal["text", "heading", "head", "item", "row", "quote"]
"""``head`` is the first row of a table."""
_KINDS: Final[tuple[Kind, ...]] = ("heading", "row", "item", "quote")


@dataclass(frozen=True, slots=True)
class Unit:
    """``answer[start:end]`` says something, without the signs of its list, table or quote before it.

    ``text`` is that, with ``PLACE`` for places. ``whole``: it is all of its line; ``line`` counts from 0.
    """

    start: int
    end: int
    text: str
    kind: Kind
    line: int
    whole: bool

    @property
    def leads(self) -> bool:
        """Whether it ends in a colon, so that what comes below belongs to it."""
        return self.text.rstrip("*_ ").endswith(":")


def units_of(answer: str, places: Sequence[tuple[int, int]], broken: Sequence[tuple[int, int]] = ()) -> list[Unit]:
    """The pieces of the answer that say something; ``places`` are the spans that hold, with their quotes."""
    text = _masked(_masked(_plain(answer), broken, BROKEN), places, PLACE)
    lines = list(_LINE.finditer(text))
    found: list[Unit] = []
    for number, line in enumerate(lines):
        marker = _MARKER.match(text, line.start(), line.end())
        low = line.start() if marker is None else marker.end()
        kind: Kind = "text" if marker is None else _kind(marker)
        if marker is not None and not says_something(text[low : line.end()]) and says_something(line[0]):
            low, kind = line.start(), "text"
        if kind == "row" and number + 1 < len(lines) and _RULE.fullmatch(lines[number + 1][0]):
            kind = "head"
        cut = [span for span in _cut(text, low, line.end()) if says_something(text[slice(*span)])]
        for start, end in cut:
            bold = kind == "text" and len(cut) == 1 and _BOLD.fullmatch(text[start:end])
            found.append(Unit(start, end, text[start:end], "heading" if bold else kind, number, len(cut) == 1))
    return found


def says_something(text: str) -> bool:
    """Whether there is a letter, a figure or a sign that is more than punctuation and markup; a place is one."""
    return any(
        one in (PLACE, BROKEN) or unicodedata.category(one)[0] in ("LN" if one.isascii() else "LNS") for one in text
    )


def _plain(answer: str) -> str:
    """The answer without signs of ours, and with line ends for tags that end one."""
    return _BREAK.sub(lambda tag: "\n" * len(tag[0]), answer.replace(PLACE, "\ufffd").replace(BROKEN, "\ufffd"))


def _masked(text: str, places: Sequence[tuple[int, int]], sign: str) -> str:
    for low, high in places:
        text = text[:low] + sign * (high - low) + text[high:]
    return text


def _kind(marker: re.Match[str]) -> Kind:
    for kind in _KINDS:
        if marker[kind]:
            return kind
    return "text"


def _cut(text: str, low: int, high: int) -> Iterator[tuple[int, int]]:
    """The sentences of a line, without the space around them and the edge of a table's row."""
    start = low
    for stop in _STOP.finditer(text, low, high):
        if not _is_short(text, start, stop.start(), stop.end(), high):
            yield _trimmed(text, start, stop.end())
            start = stop.end()
    yield _trimmed(text, start, high)


def _is_short(text: str, low: int, at: int, end: int, high: int) -> bool:
    """Whether the full stop belongs to a short form."""
    if text[at:end] != ".":
        return False
    word = text[max(low, at - 8) : end]
    if _SHORT.search(word):
        return True
    return bool(_SHORT_BEFORE_NUMBER.search(word) and _NUMBER.match(text, end, high))


def _trimmed(text: str, low: int, high: int) -> tuple[int, int]:
    while low < high and (text[low].isspace() or text[low] == "|"):
        low += 1
    while high > low and (text[high - 1].isspace() or text[high - 1] == "|"):
        high -= 1
    return low, high
