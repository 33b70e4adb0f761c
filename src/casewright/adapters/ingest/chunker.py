"""Cuts a text into chunks at paragraph level, each with its section, heading and page."""

from __future__ import annotations

import hashlib
import re
from bisect import bisect_right
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from casewright.adapters.ingest.lead_ins import lead_in_of
from casewright.adapters.ingest.marks import Place
from casewright.adapters.ingest.structure import structure_of
from casewright.domain.documents import Chunk
from casewright.domain.scored_units import scored_unit
from casewright.domain.skipping import within

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from casewright.adapters.ingest.body import Body
    from casewright.adapters.ingest.paragraphs import Paragraph
    from casewright.adapters.ingest.structure import Structure
    from casewright.adapters.ingest.wire import Heading
    from casewright.domain.documents import Furniture, Page

CAP: Final = 1200
"""Most characters of a chunk: near what the scorers read at once."""
LONGEST_SLICE: Final = 4 * CAP
"""Most characters of a chunk together with the furniture inside it."""
_ENOUGH: Final = 300
"""From that length on a chunk takes no further paragraph."""
_CRUMB: Final = 40
"""Below that length even a numbered clause takes the next one."""


def chunks_of(
    text: str,
    *,
    pages: Sequence[Page] = (),
    headings: Sequence[Heading] = (),
    furniture: Sequence[Furniture] = (),
) -> tuple[Chunk, ...]:
    """The chunks in order, without overlap; every character but furniture and white space is in exactly one.

    ``headings`` are those that the format itself marks; ``furniture`` is in order and does not overlap: no chunk
    begins, ends or is cut in it, and it does not count to a chunk's length. Takes time in proportion to the text.
    """
    return chunked(text, structure_of(text, headings, furniture, has_pages=bool(pages)), pages)


def chunked(text: str, structure: Structure, pages: Sequence[Page] = ()) -> tuple[Chunk, ...]:
    """The chunks of a text whose structure is known."""
    paragraphs, places, body = structure.paragraphs, structure.places, structure.body
    starts = [page.start for page in pages]
    chunks: list[Chunk] = []
    for group in _groups(paragraphs):
        place = _place_of(group, paragraphs, places)
        lead_in = _in_document(lead_in_of(structure.seen, group.first, paragraphs, places), body)
        for first, last in cuts(structure.seen, paragraphs[group.first].start, paragraphs[group.last].end):
            for start, end in _bounded(text, body.place(first), body.place(last - 1) + 1, structure.skipped):
                page = pages[max(bisect_right(starts, start) - 1, 0)].number if pages else None
                chunks.append(_chunk(text, len(chunks), (start, end), place, page, structure.skipped, lead_in))
    return tuple(chunks)


def _chunk(
    text: str,
    index: int,
    span: tuple[int, int],
    place: Place,
    page: int | None,
    skipped: Sequence[tuple[int, int]],
    lead_in: tuple[int, int] | None,
) -> Chunk:
    start, end = span
    inside = within(start, end, skipped)
    slice_sha = sha256_of(text[start:end])
    chunk = Chunk(index, start, end, slice_sha, place.section, place.heading, page, inside, lead_in=lead_in)
    return with_unit(text, chunk, skipped)


def with_unit(text: str, chunk: Chunk, skipped: Sequence[tuple[int, int]] = ()) -> Chunk:
    """The chunk with the hash of its unit; ``skipped`` is the document's furniture."""
    unit = sha256_of(scored_unit(text, chunk, skipped))
    return replace(chunk, unit_sha256="" if unit == chunk.sha256 else unit)


def _in_document(span: tuple[int, int] | None, body: Body) -> tuple[int, int] | None:
    return None if span is None else (body.place(span[0]), body.place(span[1] - 1) + 1)


def _bounded(text: str, start: int, end: int, skipped: Sequence[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """The slice, in pieces where what it skips is so long that nobody would read it as one."""
    if end - start <= LONGEST_SLICE:
        yield start, end
        return
    begins = stop = at = start
    for low, high in [*within(start, end, skipped), (end, end)]:
        for first, last in _trimmed(text, at, low):
            if begins < first and last - begins > LONGEST_SLICE:
                yield begins, stop
                begins = first
            stop = last
        at = high
    yield begins, stop


def sha256_of(text: str) -> str:
    """The SHA-256 of the text in UTF-8, in lower-case hexadecimal."""
    return hashlib.sha256(text.encode("utf-8")).hexdigest()


@dataclass(slots=True)
class _Group:
    """Paragraphs, by their numbers, that become one chunk (or several, where they are longer than one may be)."""

    first: int
    last: int
    has_body: bool


def _groups(paragraphs: Sequence[Paragraph]) -> Iterator[_Group]:
    """Small paragraphs go with those after them; a heading always does, and a page number where it can."""
    group: _Group | None = None
    for index, paragraph in enumerate(paragraphs):
        if group is not None and _is_complete(group, paragraphs, paragraph):
            yield group
            group = None
        if group is None:
            group = _Group(index, index, has_body=paragraph.role == "text")
        else:
            group.last = index
            group.has_body = group.has_body or paragraph.role == "text"
    if group is not None:
        yield group


def _is_complete(group: _Group, paragraphs: Sequence[Paragraph], coming: Paragraph) -> bool:
    """Whether the group takes no more, now that this paragraph comes."""
    start, last = paragraphs[group.first].start, paragraphs[group.last]
    if (coming.role == "furniture") != (last.role == "furniture"):
        return True
    length = last.end - start
    if coming.role == "noise":
        return coming.end - start > CAP
    if not group.has_body:
        # A heading goes with what follows it, but headings without end do not.
        return length > CAP // 2
    if length >= _ENOUGH or coming.end - start > CAP:
        return True
    is_signature = coming.mark.ends_sections and last.mark.ends_sections
    return length >= _CRUMB and _stands_alone(coming) and not is_signature


def _stands_alone(paragraph: Paragraph) -> bool:
    """Whether it begins something of its own: a heading, a clause, a long item of a list, the signatures."""
    label = paragraph.mark.label
    if paragraph.role == "heading" or paragraph.mark.ends_sections:
        return True
    if label is None:
        return False
    return label.kind != "letter" or paragraph.end - paragraph.start >= _ENOUGH


def _place_of(group: _Group, paragraphs: Sequence[Paragraph], places: Sequence[Place]) -> Place:
    """The deepest section that holds everything in the group that is text, and the heading of the first."""
    if paragraphs[group.first].role == "furniture":
        return Place()
    members = range(group.first, group.last + 1)
    telling = (
        [index for index in members if paragraphs[index].role == "text"]
        or [index for index in members if paragraphs[index].role == "heading"]
        or [group.first]
    )
    section = places[telling[0]].section
    for index in members:
        other = places[index].section
        is_above = paragraphs[index].role == "heading" and section[: len(other)] == other
        if paragraphs[index].role in ("text", "heading") and not is_above:
            section = _shared(section, other)
    return Place(section, places[telling[0]].heading)


def _shared(section: tuple[str, ...], other: tuple[str, ...]) -> tuple[str, ...]:
    """What both paths begin with."""
    depth = 0
    while depth < min(len(section), len(other)) and section[depth] == other[depth]:
        depth += 1
    return section[:depth]


_SENTENCE: Final = re.compile(r"[.;!?][\"'”’)\]]{0,3}\s")
_SPACE: Final = re.compile(r"\s")


def cuts(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """``text[start:end]`` in pieces of at most CAP characters and about equal length, if it can cut at sentences."""
    while end - start > CAP:
        count = -(-(end - start) // CAP)
        cut = _cut(text, start, start + (end - start) // count)
        yield from _trimmed(text, start, cut)
        start = cut
    yield from _trimmed(text, start, end)


def _cut(text: str, start: int, aim: int) -> int:
    """The place to cut at, near ``aim`` and at most CAP from ``start``: after a line, a sentence or a word."""
    low, high = start + (aim - start) // 2, start + CAP
    for pattern in (_SENTENCE, _SPACE):
        places = [match.end() for match in pattern.finditer(text, low, high)]
        if places:
            return min(places, key=lambda place: abs(place - aim))
    return high


def _trimmed(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    shown = text[start:end].strip()
    if shown:
        start += len(text[start:end]) - len(text[start:end].lstrip())
        yield start, start + len(shown)
