"""A text's paragraphs, each with what it says about structure."""

from __future__ import annotations

import re
from collections import deque
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Literal

from casewright.adapters.ingest.dense_lines import BLOCK, SHORTEST, dense_stretches, pieces
from casewright.adapters.ingest.inline_lists import forget_inline
from casewright.adapters.ingest.labels import label_at
from casewright.adapters.ingest.marks import Mark
from casewright.adapters.ingest.titles import LONGEST, is_capitals, is_phrase, is_title, plain_title, run_in_title

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from casewright.adapters.ingest.labels import Label
    from casewright.adapters.ingest.wire import Heading


Role = Literal["text", "heading", "noise", "furniture"]
"""``noise`` are page numbers and the like; ``furniture``, the entries of tables of contents, stands alone."""


@dataclass(frozen=True, slots=True)
class Paragraph:
    """``text[start:end]``, without white space around it."""

    start: int
    end: int
    mark: Mark
    role: Role = "text"
    lines: int = 1


@dataclass(slots=True)
class _Line:
    """A line that shows anything, without white space around it, and what stands before it."""

    start: int
    end: int
    indent: int
    is_apart: bool
    heading: Heading | None = None
    is_dense: bool = False
    """Whether it is a piece of a stretch of lines too short to be told apart."""
    label: Label | None = None


_NOTHING: Final = Mark()
_LINE: Final = re.compile(r"[^\n\f]+")
_ENDS: Final = re.compile(r"[.;:!?][\"'”’)\]*_]*\Z")
_LISTS: Final = re.compile(r"(?:[,)]|\b(?:and|or|si|și|sau))\Z")
_REFERS: Final = re.compile(r"(?i)(?:\b(?:sections?|articles?|clauses?|paragraphs?|under|of|to|in|with|and|or)|§)\Z")
_BULLET: Final = re.compile(r"[-*+•·●▪◦–—][ \t\xa0]+\S")
_WIDE_GAP: Final = re.compile(r"[ \t\xa0]{3,}")
_ANY_GAP: Final = re.compile(
    r"[ \t\xa0]{3,}|(?<=[.;:])[\"”’)]{0,2}[ \t\xa0]{1,2}(?:(?:and|or)[ \xa0])?"
    r"(?=\((?:[a-z]{1,5}|[A-Z]|\d{1,2})\)[ \xa0]"
    r"|(?:Section |ARTICLE )?\d{1,2}(?:\.\d{1,2}){0,4}\.?[ \xa0]+[\"“(]?[A-Z])"
)
_SHOWS: Final = re.compile(r"\w")
_UNWRAPPED: Final = 160
"""Lines longer than that are paragraphs that nobody wrapped."""
_PAGE_LONG: Final = 1200
"""Lines longer than that have to be cut anyway, best where a clause or an item of a list begins."""
_WRAPPED_SHORT: Final = 0.75
"""A line that ends a sentence and fills less than that of its paragraph's width ends the paragraph."""
_CAPITAL_LINES: Final = 3
"""More lines in capitals than that are a paragraph in capitals, not a heading."""


def paragraphs_of(text: str, headings: Sequence[Heading]) -> list[Paragraph]:
    """The paragraphs in order; every character that shows anything is in exactly one of them."""
    lines = _lines_of(text, headings)
    return [_paragraph(text, group) for block in _blocks(lines) for group in _groups(text, block)]


def _lines_of(text: str, headings: Sequence[Heading]) -> Iterator[_Line]:
    at = 0
    coming = deque(headings)
    for start, end in dense_stretches(text):
        yield from _lines_between(text, at, start, coming)
        for first, last in pieces(text, start, end):
            yield _Line(first, last, 0, is_apart=True, is_dense=True)
        at = end
    yield from _lines_between(text, at, len(text), coming)


def _lines_between(text: str, at: int, until: int, coming: deque[Heading]) -> Iterator[_Line]:
    is_apart = True
    heading = coming.popleft() if coming else None
    for match in _LINE.finditer(text, at, until):
        is_apart = is_apart or match.start() - at > 1 or text[at : at + 1] == "\f"
        at = match.end()
        shown = match[0].strip()
        if not shown:
            is_apart = True
            continue
        indent = len(match[0]) - len(match[0].lstrip())
        first = match.start() + indent
        while heading is not None and heading.end <= first:
            heading = coming.popleft() if coming else None
        known = heading if heading is not None and heading.start < first + len(shown) else None
        for start, end in _run_together(text, first, first + len(shown)):
            yield _Line(start, end, indent, is_apart, known)
            is_apart = False
    if heading is not None:
        coming.appendleft(heading)


def _run_together(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """The line, or the lines that it was made of where an export put paragraphs, or a whole page, into one."""
    if end - start > _UNWRAPPED:
        gaps = list((_ANY_GAP if end - start > _PAGE_LONG else _WIDE_GAP).finditer(text, start, end))
        is_dense = end - start >= BLOCK and len(gaps) > (end - start) // SHORTEST
        for gap in () if is_dense else gaps:
            shown = text[max(start, gap.end() - LONGEST - 20) : gap.end()].rstrip()
            is_short = gap.end() - start <= LONGEST
            if _ENDS.search(shown[-8:]) or _LISTS.search(shown[-8:]) or (is_short and is_capitals(shown)):
                yield start, start + len(text[start : gap.end()].rstrip())
                start = gap.end()
    yield start, end


def _blocks(lines: Iterator[_Line]) -> Iterator[list[_Line]]:
    """The lines between blank lines."""
    block: list[_Line] = []
    for line in lines:
        if block and (line.is_apart or block[-1].is_dense):
            yield block
            block = []
        block.append(line)
    if block:
        yield block


def _groups(text: str, block: list[_Line]) -> Iterator[list[_Line]]:
    """The block's lines, parted where structure, or a short last line, shows that a paragraph begins."""
    width = max(line.end - line.start for line in block)
    group: list[_Line] = []
    for line in block:
        line.label = _label_of(text, line)
    forget_inline(text, block)
    for line in block:
        if group and _begins(text, group, line, width):
            yield group
            group = []
        elif group:
            line.label = None
        group.append(line)
    yield group


def _label_of(text: str, line: _Line) -> Label | None:
    """The line's clause number; Markdown's marks may stand before a heading's."""
    if line.is_dense:
        return None
    start = max(line.start, line.heading.start) if line.heading is not None else line.start
    return label_at(text, start, line.end)


def _begins(text: str, group: list[_Line], line: _Line, width: int) -> bool:
    before = group[-1]
    if line.heading is not None or before.heading is not None:
        return line.heading is not before.heading and _SHOWS.search(text, line.start, line.end) is not None
    last, shown = text[before.start : before.end], text[line.start : line.end]
    if _BULLET.match(shown):
        return True
    ended = _ENDS.search(last[-8:]) is not None
    is_short = len(last) < _WRAPPED_SHORT * width
    if line.label is not None and _may_follow(line.label, last, ended=ended, is_short=is_short):
        return True
    capitals, were_capitals = is_capitals(shown), is_capitals(last)
    if capitals != were_capitals and (ended or is_short) and not shown[0].islower():
        return True
    return ended and (is_short or len(last) > _UNWRAPPED or line.indent > before.indent + 1)


def _may_follow(label: Label, last: str, *, ended: bool, is_short: bool) -> bool:
    """Whether a clause may begin after such a line: at a line's beginning numbers of sentences stand, too."""
    if ended or len(last) > _UNWRAPPED:
        return True
    if label.kind != "letter" and _REFERS.search(last[-12:]):
        return False
    if label.kind == "letter":
        return is_short or _LISTS.search(last[-8:]) is not None
    return is_short or is_capitals(last)


def _paragraph(text: str, group: list[_Line]) -> Paragraph:
    first, last = group[0], group[-1]
    start, end, lines = first.start, last.end, len(group)
    if first.is_dense:
        return Paragraph(start, end, Mark(ends_sections=True), lines=lines)
    if first.label is not None:
        return _labelled(text, first.label, start, end, group)
    if first.heading is not None:
        title = plain_title(text[first.heading.start : first.heading.end])
        if title:
            return Paragraph(start, end, Mark(title=title, level=first.heading.level), "heading", lines)
    if lines <= _CAPITAL_LINES:
        shown = text[start:end]
        if all(is_capitals(text[line.start : line.end]) for line in group):
            ends = _ENDS_SECTIONS.match(shown) is not None
            heading = Mark(ends_sections=True) if ends else Mark(title=plain_title(shown) or None)
            return Paragraph(start, end, heading, "heading", lines)
        if lines == 1 and not shown.endswith(".") and is_title(shown):
            return Paragraph(start, end, Mark(possible_title=plain_title(shown) or None))
    mark = Mark(ends_sections=True) if _ends_sections(text, start, end) else _NOTHING
    return Paragraph(start, end, mark, lines=lines)


_ENDS_SECTIONS: Final = re.compile(
    r"(?i)in witness whereof|table of contents|\[?signature page|\[?signatures? (?:on|to|appear|follow)"
    r"|(?:the parties |both parties )?(?:have |hereto )?(?:signed|executed|caused this)\b|signed:"
)
_SIGNATURE: Final = re.compile(r"^[ \t]*(?:by|signed|signature)[ \t]*:|/s/", re.I | re.M)
_SIGNATURE_LENGTH: Final = 600


def _ends_sections(text: str, start: int, end: int) -> bool:
    """Whether the paragraph ends the clauses: a closing formula, or names to sign over."""
    if _ENDS_SECTIONS.match(text, start, end):
        return True
    return end - start <= _SIGNATURE_LENGTH and _SIGNATURE.search(text, start, end) is not None


_ONLY_NUMBERS: Final = re.compile(r"(?:[\d.]+|\(?\w{1,4}[.)])(?:\s+(?:[\d.]+|\(?\w{1,4}[.)]))*")


def _labelled(text: str, label: Label, start: int, end: int, group: list[_Line]) -> Paragraph:
    """A paragraph that begins with a clause number: a heading, or a clause that may begin with its heading."""
    rest = text[label.end : min(end, label.end + 200)].strip()
    known = group[0].heading
    level = known.level if known is not None else None
    body = plain_title(rest)
    if not body or _ONLY_NUMBERS.fullmatch(body):
        return Paragraph(start, end, Mark(label=label, level=level, is_bare=True), "heading", len(group))
    is_whole = label.end + 200 >= end and len(group) <= 2
    may_be_phrase = label.kind != "letter" and len(group) == 1
    looks_it = is_capitals(rest) or is_title(body) or (may_be_phrase and is_phrase(rest))
    if is_whole and (known is not None or looks_it):
        return Paragraph(start, end, Mark(label=label, title=body, level=level), "heading", len(group))
    return Paragraph(start, end, Mark(label=label, title=run_in_title(rest), level=level), lines=len(group))
