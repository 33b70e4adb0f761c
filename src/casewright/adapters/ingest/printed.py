"""The way from a place in a PDF's text, as it is kept, to its page and to what the engine found there."""

from __future__ import annotations

from bisect import bisect_right
from hashlib import sha256
from typing import TYPE_CHECKING

from casewright.adapters.ingest.box_wire import PageSpans
from casewright.domain.documents import PrintedPages

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from casewright.adapters.ingest.wire import Extract
    from casewright.domain.documents import OffsetMap

Span = tuple[int, int]


def digest_of(text: str) -> bytes:
    """What tells a page's text from others."""
    return sha256(text.encode("utf-8", "surrogatepass")).digest()[:8]


def printed_pages(extract: Extract) -> PrintedPages | None:
    """What leads back to the pages of what was read; None where no engine found it on any."""
    if extract.engine is None or not extract.pages:
        return None
    starts = (*(start for start, _ in extract.pages), extract.pages[-1][1])
    return PrintedPages(extract.engine, starts, tuple(digest_of(extract.text[low:high]) for low, high in extract.pages))


def page_spans(text: str, offsets: OffsetMap, printed: PrintedPages, spans: Iterable[Span]) -> tuple[PageSpans, ...]:
    """What is to be asked for, page by page, to find where these stretches of the text stand."""
    by_page: dict[int, list[Span]] = {}
    for start, end in spans:
        raw = _raw_span(text, offsets, start, end)
        if raw is not None:
            for page, span in _by_page(printed.starts, raw):
                by_page.setdefault(page, []).append(span)
    return tuple(PageSpans(page + 1, printed.digests[page], tuple(by_page[page])) for page in sorted(by_page))


def _raw_span(text: str, offsets: OffsetMap, start: int, end: int) -> Span | None:
    """The raw text that reads as ``text[start:end]``; None where that is white space.

    A ligature reads as several letters: what begins inside one has all of it.
    """
    while start < end and text[start].isspace():
        start += 1
    while end > start and text[end - 1].isspace():
        end -= 1
    if start >= end:
        return None
    while start > 0 and offsets.raw(start) == offsets.raw(start + 1) and not text[start - 1].isspace():
        start -= 1
    return offsets.raw(start), offsets.raw(end)


def _by_page(starts: tuple[int, ...], raw: Span) -> Iterator[tuple[int, Span]]:
    """The stretch cut at the pages' ends: the page, counted from 0, and the offsets in its text."""
    low, high = raw
    page = max(bisect_right(starts, low) - 1, 0)
    while page < len(starts) - 1 and starts[page] < high:
        first, last = max(low, starts[page]), min(high, starts[page + 1])
        if first < last:
            yield page, (first - starts[page], last - starts[page])
        page += 1
