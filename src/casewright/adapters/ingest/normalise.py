"""Text as a format gave it, mended so that it reads as a person sees it, every offset still leading back."""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import TYPE_CHECKING, Final, NamedTuple

from casewright.adapters.ingest.moved_layout import moved_layout
from casewright.adapters.ingest.printed import printed_pages
from casewright.adapters.ingest.wire import Heading
from casewright.domain.documents import Furniture, OffsetMap, Page, Table

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from datetime import datetime

    from casewright.adapters.ingest.wire import Extract
    from casewright.domain.documents import PrintedPages, TableCell
    from casewright.domain.layouts import Layout
    from casewright.domain.recognition import RecognisedPage
    from casewright.domain.structures import Part

BYTE_ORDER_MARK: Final = "\ufeff"
HYPHEN_MARK: Final = "\ufffe"
"""What PDFium puts where a line ends in a hyphen and the word goes on in the next line."""


class Edit(NamedTuple):
    """``raw[start:end]`` reads ``replacement``."""

    start: int
    end: int
    replacement: str


@dataclass(frozen=True, slots=True)
class Normalised:
    """The mended text, with everything whose place is known moved to it."""

    text: str
    offsets: OffsetMap
    pages: tuple[Page, ...] = ()
    headings: tuple[Heading, ...] = ()
    tables: tuple[Table, ...] = ()
    dated: datetime | None = None
    encoding: str | None = None
    furniture: tuple[Furniture, ...] = ()
    layout: Layout | None = None
    unread: tuple[int, ...] = ()
    printed: PrintedPages | None = None
    recognised: tuple[RecognisedPage, ...] = ()
    parts: tuple[Part, ...] = ()


def plain(raw: str) -> Normalised:
    """The text of a TXT or Markdown file: no byte order mark, line ends "\\n", nothing else touched."""
    first = 1 if raw.startswith(BYTE_ORDER_MARK) else 0
    text = raw[first:]
    breaks = [(0, first)]
    for lost, match in enumerate(re.finditer("\r\n", text), start=1):
        breaks.append((match.end() - lost, first + match.end()))
    return Normalised(text.replace("\r\n", "\n").replace("\r", "\n"), OffsetMap(tuple(breaks)))


def extracted(extract: Extract) -> Normalised:
    """The text of a parsed file: line ends "\\n", paragraphs and pages apart, hyphens and ligatures mended.

    Invisible control characters go, and so does half of a surrogate pair; every kind of space becomes the
    plain one.
    """
    text, offsets, moved = apply(extract.text, _edits(extract))
    edges = [0, *(moved(start) for start, _ in extract.pages[1:]), len(text)]
    pages = tuple(Page(number, edges[number - 1], edges[number]) for number in range(1, len(extract.pages) + 1))
    headings = tuple(Heading(moved(h.start), moved(h.end), h.level) for h in extract.headings)
    tables = moved_tables(extract.tables, moved)
    furniture = tuple(
        Furniture(start, end, one.kind)
        for one in extract.furniture
        if (start := moved(one.start)) < (end := moved.end(one.end))
    )
    layout = None if extract.layout is None else moved_layout(extract.layout, moved, moved.end, mended_words)
    return Normalised(
        text,
        offsets,
        pages,
        headings,
        tables,
        extract.dated,
        furniture=furniture,
        layout=layout,
        unread=extract.unread,
        printed=printed_pages(extract),
        recognised=tuple(_moved_recognised(page, moved) for page in extract.recognised),
        parts=tuple(replace(one, start=moved(one.start), end=moved.end(one.end)) for one in extract.parts),
    )


class Moved:
    """Where a raw offset went."""

    def __init__(self, edits: list[Edit]) -> None:
        self._edits = [edit for edit in edits if len(edit.replacement) != edit.end - edit.start]
        self._starts: list[int] = []
        self._shifts: list[int] = []
        shift = 0
        for edit in self._edits:
            shift += len(edit.replacement) - (edit.end - edit.start)
            self._starts.append(edit.end)
            self._shifts.append(shift)

    @property
    def is_nowhere(self) -> bool:
        """Whether everything stands where it stood."""
        return not self._edits

    def __call__(self, raw: int) -> int:
        """Where what stands at ``raw`` begins."""
        return raw + self._shift(bisect_right(self._starts, raw))

    def end(self, raw: int) -> int:
        """Where what ends at ``raw`` ends: before what was put in there."""
        before = bisect_right(self._starts, raw)
        while before and self._edits[before - 1].start == raw:
            before -= 1
        return raw + self._shift(before)

    def _shift(self, before: int) -> int:
        return self._shifts[before - 1] if before else 0


def moved_tables(tables: Iterable[Table], moved: Moved) -> tuple[Table, ...]:
    """The tables with every cell where its text went."""
    if moved.is_nowhere:
        return tuple(tables)
    return tuple(_moved_table(table, moved) for table in tables)


def _moved_recognised(page: RecognisedPage, moved: Moved) -> RecognisedPage:
    words = [replace(word, start=moved(word.start), end=moved.end(word.end)) for word in page.words]
    shown = tuple(word for word in words if word.start < word.end)
    return replace(page, start=moved(page.start), end=moved.end(page.end), words=shown)


def _moved_table(table: Table, moved: Moved) -> Table:
    first = moved(table.start)
    last = max(first, moved.end(table.end))

    def cell_of(cell: TableCell) -> TableCell:
        if cell.start == cell.end:
            place = min(max(first, moved.end(cell.start)), last)
            return replace(cell, start=place, end=place)
        start = moved(cell.start)
        return replace(cell, start=start, end=max(start, moved.end(cell.end)))

    rows = tuple(tuple(cell_of(cell) for cell in row) for row in table.rows)
    return Table(first, last, rows, table.name, table.page)


def apply(raw: str, edits: Iterable[Edit]) -> tuple[str, OffsetMap, Moved]:
    """The edited text, its map, and a function from raw to edited offsets (of characters that were kept).

    ``edits`` are in order and do not overlap. Characters of a replacement stand in step with what they
    replace as far as that goes; those beyond stand where it ends.
    """
    parts: list[str] = []
    breaks = [(0, 0)]
    applied = []
    at = length = 0
    for edit in edits:
        parts += raw[at : edit.start], edit.replacement
        length += edit.start - at
        gone, come = edit.end - edit.start, len(edit.replacement)
        breaks += [(length + extra, edit.end) for extra in range(gone, come)]
        length += come
        if come != gone:
            breaks.append((length, edit.end))
        at = edit.end
        applied.append(edit)
    parts.append(raw[at:])
    return "".join(parts), OffsetMap(tuple(_without_repeats(breaks))), Moved(applied)


def _without_repeats(breaks: list[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """The breaks, the last one where several stand at one offset."""
    for index, entry in enumerate(breaks):
        if index + 1 == len(breaks) or breaks[index + 1][0] != entry[0]:
            yield entry


_LIGATURES: Final = dict(
    zip("\ufb00\ufb01\ufb02\ufb03\ufb04\ufb05\ufb06", ("ff", "fi", "fl", "ffi", "ffl", "st", "st"), strict=True)
)
_SPACES: Final = "\x0b\x0c\u00a0\u2000-\u200a\u202f\u205f\u3000"
_INVISIBLE: Final = "\x00-\x08\x0e-\x1f\x7f-\x9f\u00ad\u200b\u2060\ufeff\uffff"
_HALVES: Final = "\ud800-\udfff"
_MEND: Final = re.compile(f"\r\n?|[\n{HYPHEN_MARK}\ufb00-\ufb06{_SPACES}{_INVISIBLE}{_HALVES}]")
_SPACE: Final = re.compile(f"[{_SPACES}]")
_HALF: Final = re.compile(f"[{_HALVES}]")


def _edits(extract: Extract) -> Iterator[Edit]:
    """What to mend in a parsed file's text, in order; a page border inside a line end stands after it."""
    raw = extract.text
    begins = frozenset(extract.paragraphs)
    joined = _JoinedWords(raw)
    borders = _page_borders(extract)
    border = next(borders, None)
    at = 0
    for match in _MEND.finditer(raw):
        while border is not None and border[0] <= match.start():
            yield Edit(max(at, border[0]), max(at, border[0]), border[1])
            border = next(borders, None)
        replacement = _mended(match, begins, joined)
        at = match.end()
        if replacement != match[0]:
            yield Edit(match.start(), at, replacement)
    while border is not None:
        yield Edit(max(at, border[0]), max(at, border[0]), border[1])
        border = next(borders, None)


def _mended(match: re.Match[str], begins: frozenset[int], joined: _JoinedWords) -> str:
    found = match[0]
    if found[0] in "\r\n":
        return "\n\n" if match.end() in begins else "\n"
    if found == HYPHEN_MARK:
        return "" if joined.is_one_word(match.start()) else "-"
    if _SPACE.match(found):
        return " "
    return "\ufffd" if _HALF.match(found) else _LIGATURES.get(found, "")


def mended_words(text: str) -> str:
    """Words that stand beside a text, mended as it is."""
    return _MEND.sub(lambda match: _mended(match, frozenset(), _JoinedWords("")), text)


def _page_borders(extract: Extract) -> Iterator[tuple[int, str]]:
    """Where pages meet, and what parts them: a line end, or a blank line where the next page begins a paragraph."""
    begins = frozenset(extract.paragraphs)
    for (_, end), (start, _) in pairwise(extract.pages):
        yield end, "\n\n" if start in begins else "\n"


_WORD: Final = re.compile(r"\w+(?:-\w+)*")
_LETTERS_BEFORE: Final = re.compile(r"\w*\Z")
_LETTERS_AFTER: Final = re.compile(r"\w*")
_LONGEST: Final = 64


class _JoinedWords:
    """Whether a word broken at a line end is one word, by how the same document writes it elsewhere.

    A hyphen at a line end may be the word's own (non-/disclosure) or the typesetter's (confi-/dential), and
    the file does not say which. What is printed is kept, a hyphen, unless the document has the word
    without it elsewhere and never with it.
    """

    def __init__(self, raw: str) -> None:
        self._words = frozenset(map(str.casefold, _WORD.findall(raw))) if HYPHEN_MARK in raw else frozenset()
        self._raw = raw

    def is_one_word(self, at: int) -> bool:
        before = _LETTERS_BEFORE.search(self._raw[max(0, at - _LONGEST) : at])
        after = _LETTERS_AFTER.match(self._raw, at + 1, at + 1 + _LONGEST)
        head, tail = (before[0] if before else ""), (after[0] if after else "")
        if not head or not tail:
            return False
        return (head + tail).casefold() in self._words and f"{head}-{tail}".casefold() not in self._words
