"""A reading of a file with personal data masked: text, chunks, pages and tables fit one another as before."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass, replace
from hashlib import sha256
from typing import TYPE_CHECKING

from casewright.casework.firewall import PLACEHOLDER, Masked
from casewright.casework.masked_layout import mask_layout, put_in
from casewright.domain.documents import Chunk, OffsetMap, Page, Reading, Section, Table
from casewright.domain.scored_units import units_of
from casewright.domain.skipping import unit_text

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from casewright.domain.documents import TableCell
    from casewright.domain.recognition import RecognisedPage


def mask_reading(
    reading: Reading, mask: Callable[[str], Masked], beside: Callable[[str], Masked] | None = None
) -> tuple[Reading, Masked]:
    """The reading as it may be kept, and what was taken out of its text, its changes and its comments.

    What a replaced stretch touches begins, or ends, behind its placeholder; a chunk of which nothing is left is
    dropped, and so is a lead-in. Headings, sections' names and sheets' names are masked on their own. ``beside`` masks
    changes and comments, which are looked at with words of the text around them, where ``mask`` counts what it sees;
    left out: ``mask``.
    The way to the words' places on pages goes: it leads to what was masked.
    """
    reading = replace(reading, printed=None)
    masked = mask(reading.text)
    shift = _Shift(masked)
    if reading.layout is not None:
        layout = mask_layout(reading.layout, reading.text, shift, beside or mask)
        counts, undeclared = put_in(reading.layout, layout)
        replaced = {**masked.replaced, **{kind: masked.replaced.get(kind, 0) + counts[kind] for kind in counts}}
        masked = replace(masked, replaced=replaced, undeclared=tuple(dict.fromkeys((*masked.undeclared, *undeclared))))
        reading = replace(reading, layout=layout)
    if not masked.places:
        return _with_units(_names_masked(reading, mask)), masked
    text = masked.text
    kept: list[Chunk] = []
    for chunk in reading.chunks:
        start, end = shift(chunk.start), shift(chunk.end)
        if start < end:
            skipped = _moved(chunk.skipped, shift)
            if not unit_text(text, start, end, skipped).strip():
                continue
            moved = replace(chunk, index=len(kept), start=start, end=end, sha256=_digest(text[start:end]))
            lead_in = next(iter(_moved((chunk.lead_in,) if chunk.lead_in else (), shift)), None)
            kept.append(replace(moved, skipped=skipped, lead_in=lead_in))
    shifted = replace(
        reading,
        text=text,
        chunks=tuple(kept),
        pages=tuple(Page(page.number, shift(page.start), shift(page.end)) for page in reading.pages),
        offsets=shift.offsets(reading.offsets),
        tables=tuple(_table(table, shift) for table in reading.tables),
        furniture=tuple(
            replace(one, start=start, end=end)
            for one in reading.furniture
            if (start := shift(one.start)) < (end := shift(one.end))
        ),
        sections=None if reading.sections is None else tuple(_sections(reading.sections, shift)),
        recognised=tuple(_recognised(page, shift) for page in reading.recognised),
    )
    return _with_units(_names_masked(shifted, mask)), masked


def rewritten(reading: Reading, rename: Callable[[str], str]) -> Reading:
    """The reading with other placeholders: ``rename`` changes nothing but these."""

    def as_masked(text: str) -> Masked:
        hits = [(hit.span(), hit[0], new) for hit in PLACEHOLDER.finditer(text) if (new := rename(hit[0])) != hit[0]]
        originals = tuple((new, old) for _, old, new in hits)
        return Masked(rename(text), {"renamed": len(hits)}, originals, (), tuple(place for place, _, _ in hits))

    return mask_reading(reading, as_masked)[0]


@dataclass(frozen=True, slots=True)
class _Span:
    start: int
    end: int
    new_end: int


class _Shift:
    """Leads from a place in the text to its place in the masked one."""

    def __init__(self, masked: Masked) -> None:
        self._spans: list[_Span] = []
        grown = 0
        for (start, end), (placeholder, _original) in zip(masked.places, masked.originals, strict=True):
            new_end = start + grown + len(placeholder)
            self._spans.append(_Span(start, end, new_end))
            grown = new_end - end
        self._starts = [span.start for span in self._spans]

    def __call__(self, place: int) -> int:
        at = bisect_right(self._starts, place - 1)
        if at == 0:
            return place
        span = self._spans[at - 1]
        return span.new_end + max(place - span.end, 0)

    def offsets(self, offsets: OffsetMap) -> OffsetMap:
        """The map back to the raw text; every replaced stretch begins and ends a step."""
        breaks = {self(new): raw for new, raw in offsets.breaks}
        breaks |= {span.new_end: offsets.raw(span.end) for span in self._spans}
        return OffsetMap(tuple(sorted(breaks.items())))


def _with_units(reading: Reading) -> Reading:
    """The hashes of the units as they are now: a heading, or the words before a list, may be masked as well."""
    units = ((chunk, _digest(unit)) for chunk, unit in zip(reading.chunks, units_of(reading), strict=True))
    chunks = (replace(chunk, unit_sha256="" if unit == chunk.sha256 else unit) for chunk, unit in units)
    return replace(reading, chunks=tuple(chunks))


def _moved(spans: Sequence[tuple[int, int]], shift: _Shift) -> tuple[tuple[int, int], ...]:
    moved = ((shift(start), shift(end)) for start, end in spans)
    return tuple((start, end) for start, end in moved if start < end)


def _recognised(page: RecognisedPage, shift: _Shift) -> RecognisedPage:
    """The page with the words of which something is left."""
    words = (replace(word, start=shift(word.start), end=shift(word.end)) for word in page.words)
    shown = tuple(word for word in words if word.start < word.end)
    return replace(page, start=shift(page.start), end=shift(page.end), words=shown)


def _digest(text: str) -> str:
    return sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def _table(table: Table, shift: _Shift) -> Table:
    rows = tuple(
        tuple(replace(cell, start=shift(cell.start), end=shift(cell.end)) for cell in row) for row in table.rows
    )
    return replace(table, start=shift(table.start), end=shift(table.end), rows=rows)


def _sections(sections: Sequence[Section], shift: _Shift) -> Iterator[Section]:
    """The sections where they are now, without those of which nothing is left."""
    for section in sections:
        start, end = shift(section.start), shift(section.end)
        if start < end:
            yield replace(section, start=start, end=end)


def _names_masked(reading: Reading, mask: Callable[[str], Masked]) -> Reading:
    names = {name for chunk in reading.chunks for name in (*chunk.section, chunk.heading) if name}
    names |= {name for one in reading.sections or () for name in (*one.path, one.heading) if name}
    names |= {table.name for table in reading.tables if table.name}
    names |= {_sheet(cell) for table in reading.tables for row in table.rows for cell in row if cell.address}
    changed = {name: new for name in names if (new := mask(name).text) != name}
    if not changed:
        return reading
    return replace(
        reading,
        chunks=tuple(_renamed(chunk, changed) for chunk in reading.chunks),
        sections=None
        if reading.sections is None
        else tuple(_renamed_section(one, changed) for one in reading.sections),
        tables=tuple(_renamed_table(table, changed) for table in reading.tables),
    )


def _renamed(chunk: Chunk, changed: dict[str, str]) -> Chunk:
    section = tuple(changed.get(name, name) for name in chunk.section)
    heading = None if chunk.heading is None else changed.get(chunk.heading, chunk.heading)
    return replace(chunk, section=section, heading=heading)


def _renamed_section(section: Section, changed: dict[str, str]) -> Section:
    path = tuple(changed.get(name, name) for name in section.path)
    heading = None if section.heading is None else changed.get(section.heading, section.heading)
    return replace(section, label=path[-1], path=path, heading=heading)


def _renamed_table(table: Table, changed: dict[str, str]) -> Table:
    rows = tuple(tuple(_renamed_cell(cell, changed) for cell in row) for row in table.rows)
    name = None if table.name is None else changed.get(table.name, table.name)
    return replace(table, rows=rows, name=name)


def _renamed_cell(cell: TableCell, changed: dict[str, str]) -> TableCell:
    sheet = _sheet(cell)
    return replace(cell, address=f"{changed[sheet]}{(cell.address or '')[len(sheet) :]}") if sheet in changed else cell


def _sheet(cell: TableCell) -> str:
    """The sheet in a cell's address, such as ARR in "ARR!C7"."""
    return (cell.address or "").rpartition("!")[0]
