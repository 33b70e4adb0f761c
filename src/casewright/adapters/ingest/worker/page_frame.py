"""A PDF page as it is shown: turned, and cut to its visible part."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import pypdfium2

Rectangle = tuple[float, float, float, float]
"""Left, bottom, right, top in points."""


@dataclass(frozen=True, slots=True)
class PageFrame:
    """Leads from the coordinates of a page's content to those of the page as it is shown, from its lower left corner.

    ``turned`` is by how many degrees it is shown clockwise; ``visible`` is the part of the content that is shown.
    """

    turned: int
    visible: Rectangle

    @property
    def width(self) -> float:
        """Of the page as it is shown, in points."""
        left, bottom, right, top = self.visible
        return top - bottom if self.turned in (90, 270) else right - left

    @property
    def height(self) -> float:
        """Of the page as it is shown, in points."""
        left, bottom, right, top = self.visible
        return right - left if self.turned in (90, 270) else top - bottom

    @property
    def is_plain(self) -> bool:
        """Whether both coordinates are the same."""
        return self.turned == 0 and self.visible[:2] == (0, 0)

    def point(self, x: float, y: float) -> tuple[float, float]:
        """Where a point of the content is shown."""
        left, bottom, right, top = self.visible
        if self.turned == 90:
            return y - bottom, right - x
        if self.turned == 180:
            return right - x, top - y
        if self.turned == 270:
            return top - y, x - left
        return x - left, y - bottom

    def rectangle(self, rectangle: Rectangle) -> Rectangle:
        """Where a rectangle of the content is shown."""
        if self.is_plain:
            return rectangle
        (one, low), (two, high) = self.point(*rectangle[:2]), self.point(*rectangle[2:])
        return min(one, two), min(low, high), max(one, two), max(low, high)


def frame_of(page: pypdfium2.PdfPage) -> PageFrame:
    """The page's frame."""
    left, bottom, right, top = page.get_bbox()
    return PageFrame(page.get_rotation(), (left, bottom, right, top))
