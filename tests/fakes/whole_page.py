"""A geometry in which whatever is asked for takes up its page."""

from __future__ import annotations

from typing import TYPE_CHECKING

from casewright.domain.documents import Box, PageBoxes

if TYPE_CHECKING:
    from collections.abc import Sequence

    from casewright.domain.documents import Reading

WIDTH, HEIGHT = 612.0, 792.0


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
