"""Where stretches of a PDF's text stand on its pages: a rectangle for each line of print."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from casewright.adapters.ingest.box_wire import Changed
from casewright.adapters.ingest.printed import digest_of
from casewright.adapters.ingest.wire import Fault
from casewright.adapters.ingest.worker.page import read_printed
from casewright.adapters.ingest.worker.page_words import count_beyond
from casewright.adapters.ingest.worker.pdf import opened, page_of
from casewright.domain.boxes import Box, PageBoxes

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from casewright.adapters.ingest.box_wire import BoxAnswer, PageSpans
    from casewright.adapters.ingest.worker.page_frame import Rectangle
    from casewright.adapters.ingest.worker.page_words import PageWords

_OVERLAP: Final = 0.5
"""The share of the lower one's height that two characters of a line have in common."""
_BACK: Final = 0.5
"""How far, in heights of the line, a character may begin before the one before it ends."""
_APART: Final = 2.5
"""From that many heights between two characters on, they are in two columns."""


def find_boxes(data: bytes, pages: Sequence[PageSpans]) -> BoxAnswer:
    """The rectangles of each page in the order of its spans.

    ``Changed`` where a page's text is not the one that the question was asked about: what would be found in
    another text is not said.
    """
    document = opened(data)
    if isinstance(document, Fault):
        return document
    found = []
    for asked in pages:
        if asked.page > len(document):
            return Changed(asked.page)
        page = page_of(document, asked.page - 1)
        printed, arranged = read_printed(page, asked.page - 1)
        if digest_of(arranged.text) != asked.digest:
            return Changed(asked.page)
        boxes: list[Box] = []
        for start, end in asked.spans:
            sources = list(arranged.sources(start, end))
            boxes += [Box(asked.page, *(round(side, 2) for side in line)) for line in printed_lines(printed, sources)]
        found.append(PageBoxes(asked.page, printed.frame.width, printed.frame.height, tuple(boxes)))
        printed.text_page.close()
        page.close()
    return tuple(found)


def printed_lines(printed: PageWords, spans: Iterable[tuple[int, int]]) -> Iterator[Rectangle]:
    """The rectangles of the lines of print that these stretches of the text as PDFium found it touch, in order."""
    line: Rectangle | None = None
    was_turned = 0
    for box, turned in _characters(printed, spans):
        if line is not None and turned == was_turned and _goes_on(line, box, turned):
            line = (min(line[0], box[0]), min(line[1], box[1]), max(line[2], box[2]), max(line[3], box[3]))
            continue
        if line is not None:
            yield line
        line, was_turned = box, turned
    if line is not None:
        yield line


def _characters(printed: PageWords, spans: Iterable[tuple[int, int]]) -> Iterator[tuple[Rectangle, int]]:
    """The rectangles of what is seen, and by how many quarters it is turned."""
    at = beyond = 0
    for start, end in spans:
        if start < at:
            at = beyond = 0
        beyond += count_beyond(printed.text[at:start])
        for place in range(start, end):
            character = printed.text[place]
            if not character.isspace():
                box = printed.seen_box(place + beyond)
                if box[0] < box[2] and box[1] < box[3]:
                    yield box, round(printed.angle(place + beyond) / 90) % 4
            beyond += character > "\uffff"
        at = end


def _goes_on(line: Rectangle, box: Rectangle, turned: int) -> bool:
    """Whether the character stands in the line; of print that is turned, the page is looked at from where it is not."""
    along, across = (1, 0) if turned % 2 else (0, 1)
    low, high = max(line[across], box[across]), min(line[across + 2], box[across + 2])
    size = min(line[across + 2] - line[across], box[across + 2] - box[across])
    if high - low < _OVERLAP * size:
        return False
    # Clockwise by a quarter it runs down the page, by two to the left.
    runs_back = turned in (1, 2)
    ahead = line[along] - box[along + 2] if runs_back else box[along] - line[along + 2]
    return -_BACK * size <= ahead < _APART * size
