"""Puts the recognised text of scanned pages where a PDF's own text has none."""

from __future__ import annotations

import re
from bisect import bisect_left
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from casewright.domain.recognition import RecognisedPage, mean_confidence

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from casewright.adapters.ingest.recognition_wire import PageText
    from casewright.adapters.ingest.wire import Extract
    from casewright.domain.documents import Furniture, Table

_ENDS: Final = re.compile(r"[.;:!?][\"'”’)\]]*\s*\Z")


def with_recognised(extract: Extract, found: Mapping[int, PageText]) -> Extract:
    """The extract with these texts, by their pages' numbers from 1 on, in place of what stood on the pages."""
    begins = frozenset(extract.paragraphs)
    parts: list[str] = []
    pages: list[tuple[int, int]] = []
    paragraphs: list[int] = []
    recognised: list[RecognisedPage] = []
    moves: list[int | None] = []
    length = 0
    for number, (start, end) in enumerate(extract.pages, start=1):
        known = found.get(number)
        text = extract.text[start:end] if known is None else known.text
        is_as_before = known is None and number - 1 not in found
        is_new = start in begins if is_as_before else _is_new(parts, text)
        if is_new and length:
            paragraphs.append(length)
        if known is None:
            first = bisect_left(extract.paragraphs, start + 1)
            last = bisect_left(extract.paragraphs, end)
            paragraphs += [offset - start + length for offset in extract.paragraphs[first:last]]
        else:
            paragraphs += [offset + length for offset in known.paragraphs]
            recognised += _recognised(number, known, length)
        moves.append(length - start if known is None else None)
        pages.append((length, length + len(text)))
        parts.append(text)
        length += len(text)
    return replace(
        extract,
        text="".join(parts),
        pages=tuple(pages),
        paragraphs=tuple(paragraphs),
        tables=tuple(_moved(extract.tables, extract.pages, moves)),
        furniture=tuple(_moved_furniture(extract.furniture, extract.pages, moves)),
        unread=tuple(number for number in extract.unread if number not in found),
        recognised=tuple(recognised),
    )


def _is_new(parts: list[str], text: str) -> bool:
    """Whether the page begins a paragraph: not where a sentence goes on from the page before."""
    before = next((part for part in reversed(parts) if part.strip()), "")
    return _ENDS.search(before[-8:]) is not None or not text.lstrip()[:1].islower()


def _recognised(number: int, known: PageText, offset: int) -> Iterable[RecognisedPage]:
    if not known.words:
        return
    words = tuple(replace(word, start=word.start + offset, end=word.end + offset) for word in known.words)
    yield RecognisedPage(number, offset, offset + len(known.text), mean_confidence(words), words)


def _moved_furniture(
    furniture: Iterable[Furniture], pages: tuple[tuple[int, int], ...], moves: list[int | None]
) -> Iterable[Furniture]:
    """The furniture with its pages' texts; that of pages that were recognised anew is gone."""
    ends = [end for _, end in pages]
    for one in furniture:
        by = moves[bisect_left(ends, one.start + 1)]
        if by is not None:
            yield replace(one, start=one.start + by, end=one.end + by)


def _moved(tables: Iterable[Table], pages: tuple[tuple[int, int], ...], moves: list[int | None]) -> Iterable[Table]:
    """The tables with their pages' texts; those of pages that were recognised anew are gone."""
    ends = [end for _, end in pages]
    for table in tables:
        by = moves[bisect_left(ends, table.start + 1)]
        if by is None:
            continue
        rows = tuple(
            tuple(replace(cell, start=cell.start + by, end=cell.end + by) for cell in row) for row in table.rows
        )
        yield replace(table, start=table.start + by, end=table.end + by, rows=rows)
