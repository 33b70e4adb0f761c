"""Rectangles on the pages of a document."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle on a page as it is shown, in points from the page's lower left corner; pages count from 1."""

    page: int
    left: float
    bottom: float
    right: float
    top: float


@dataclass(frozen=True, slots=True)
class PageBoxes:
    """Rectangles on one page, whose ``width`` and ``height`` are in points as it is shown."""

    page: int
    width: float
    height: float
    boxes: tuple[Box, ...]


@dataclass(frozen=True, slots=True)
class PlacedSpans:
    """Where stretches of a document's text stand on page ``number``, which is one of ``count``.

    ``boxes`` has the rectangles of each stretch in the order in which they were asked for, one for each line that it
    touches; None where the page's text is not the one that was asked about, so that no place in it is known.
    """

    number: int
    count: int
    width: float
    height: float
    boxes: tuple[tuple[Box, ...], ...] | None


@dataclass(frozen=True, slots=True)
class PagePicture:
    """One page as it is shown: a PNG of ``width`` × ``height`` pixels; ``count`` is how many pages there are.

    ``page_width`` and ``page_height`` are the page's own, in points.
    """

    width: int
    height: int
    page_width: float
    page_height: float
    count: int
    png: bytes
