"""Pages on which whatever is asked for takes up all of it, and files that say nothing of their texts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from casewright.domain.boxes import Box, PageBoxes, PagePicture, PlacedSpans
from casewright.domain.structures import Structure

if TYPE_CHECKING:
    from collections.abc import Sequence

    from casewright.domain.documents import Document, Reading
    from casewright.tools.ports.pages import PageOf

WIDTH, HEIGHT = 612.0, 792.0
NOTHING = Structure()


class WholePage:
    """Fits ``PageGeometry``; ``asked`` are the stretches of all questions."""

    def __init__(self) -> None:
        self.asked: list[tuple[int, int]] = []

    def boxes(
        self, data: bytes, filename: str, reading: Reading, spans: Sequence[tuple[int, int]]
    ) -> tuple[PageBoxes, ...]:
        self.asked += spans
        pages = [page for page in reading.pages if any(page.start < end and start < page.end for start, end in spans)]
        return tuple(PageBoxes(p.number, WIDTH, HEIGHT, (Box(p.number, 0, 0, WIDTH, HEIGHT),)) for p in pages)


class WholePages:
    """Fits ``Pages`` over documents of ``count`` pages; ``asked`` are the stretches of all questions.

    Where ``is_known`` is False the pages read otherwise than they did.
    """

    def __init__(self, count: int = 2, *, is_known: bool = True) -> None:
        self._count, self._is_known = count, is_known
        self.asked: list[tuple[int, int]] = []
        self.drawn = 0

    def mark(self, page: PageOf, width: int) -> str:
        return f"{page.blob[:8]}-{page.number}-{width}"

    def picture(self, page: PageOf, width: int) -> PagePicture:
        self.drawn += 1
        return PagePicture(width, 2 * width, WIDTH, HEIGHT, self._count, b"PNG")

    def places(self, page: PageOf, reading: Reading | None, spans: Sequence[tuple[int, int]]) -> PlacedSpans:
        self.asked += spans
        box = Box(page.number, 0, 0, WIDTH, HEIGHT)
        boxes = tuple((box,) for _ in spans) if self._is_known and spans else None
        return PlacedSpans(page.number, self._count, WIDTH, HEIGHT, boxes)


class Silent:
    """Fits ``Structures``: every file says what it was given to say."""

    def __init__(self, says: Structure | None = NOTHING) -> None:
        self._says = says

    def structure(self, document: Document, reading: Reading) -> Structure | None:
        return self._says
