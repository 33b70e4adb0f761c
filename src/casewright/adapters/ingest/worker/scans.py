"""Which pages of a PDF show something whose text is not known: scans, drawings, scans with a stamp over them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Literal

import pypdfium2
import pypdfium2.raw as pdfium

if TYPE_CHECKING:
    from collections.abc import Iterator

STAMP: Final = 200
"""Most characters that a stamp or a header over a scanned page has; one that was made searchable has more."""
_COVERED: Final = 0.5
"""The share of a page that the picture of a whole page covers at least."""
_STROKES: Final = 20
"""Paths of which a drawing has more; lines and white grounds of a blank page are fewer."""

Shown = Literal["picture", "drawing"]


def shown_without_text(page: pypdfium2.PdfPage, text: str) -> Shown | None:
    """What the page shows that is not among its text; None where the text is what there is to read."""
    words = text.strip()
    if len(words) > STAMP:
        return None
    if not words:
        if _has_picture(page):
            return "picture"
        return "drawing" if _is_drawn(page) else None
    return "picture" if _is_covered(page) and _has_picture(page) else None


def _has_picture(page: pypdfium2.PdfPage) -> bool:
    return any(True for _ in _objects(page, pdfium.FPDF_PAGEOBJ_IMAGE, depth=3))


def _is_drawn(page: pypdfium2.PdfPage) -> bool:
    return any(place >= _STROKES for place, _ in enumerate(_objects(page, pdfium.FPDF_PAGEOBJ_PATH, depth=3)))


def _is_covered(page: pypdfium2.PdfPage) -> bool:
    """Whether one picture, or what holds pictures, takes most of the page."""
    whole = page.get_width() * page.get_height()
    for one in _objects(page, pdfium.FPDF_PAGEOBJ_IMAGE, pdfium.FPDF_PAGEOBJ_FORM, depth=1):
        try:
            left, bottom, right, top = one.get_bounds()
        except pypdfium2.PdfiumError:
            continue
        if (right - left) * (top - bottom) >= _COVERED * whole:
            return True
    return False


def _objects(page: pypdfium2.PdfPage, *kinds: int, depth: int) -> Iterator[pypdfium2.PdfObject]:
    yield from page.get_objects(filter=list(kinds), max_depth=depth)
