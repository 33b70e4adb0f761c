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
