"""Where stretches of a page's text stand on it, each for itself."""

from __future__ import annotations

from typing import TYPE_CHECKING

from casewright.adapters.ingest.page_wire import NoSuchPage, NotShown
from casewright.adapters.ingest.printed import digest_of
from casewright.adapters.ingest.wire import Fault
from casewright.adapters.ingest.worker.boxes import printed_lines
from casewright.adapters.ingest.worker.page import read_printed
from casewright.adapters.ingest.worker.page_frame import frame_of
from casewright.adapters.ingest.worker.pdf import opened, page_of
from casewright.domain.boxes import Box, PlacedSpans

if TYPE_CHECKING:
    import pypdfium2

    from casewright.adapters.ingest.page_wire import PageAnswer, PlacesQuestion


def place(data: bytes, asked: PlacesQuestion) -> PageAnswer:
    """The page's size and the rectangles of each stretch; no rectangles where the page's text is another one."""
    document = opened(data)
    if isinstance(document, Fault):
        return NotShown("encrypted" if document.code == "encrypted" else "damaged")
    count = len(document)
    if asked.page > count:
        return NoSuchPage(count)
    page = page_of(document, asked.page - 1)
    frame = frame_of(page)
    boxes = _boxes(page, asked) if asked.digest else None
    return PlacedSpans(asked.page, count, round(frame.width, 2), round(frame.height, 2), boxes)


def _boxes(page: pypdfium2.PdfPage, asked: PlacesQuestion) -> tuple[tuple[Box, ...], ...] | None:
    printed, arranged = read_printed(page, asked.page - 1)
    try:
        if digest_of(arranged.text) != asked.digest:
            return None
        found = []
        for spans in asked.spans:
            sources = [source for start, end in spans for source in arranged.sources(start, end)]
            lines = printed_lines(printed, sources)
            found.append(tuple(Box(asked.page, *(round(side, 2) for side in line)) for line in lines))
        return tuple(found)
    finally:
        printed.text_page.close()
