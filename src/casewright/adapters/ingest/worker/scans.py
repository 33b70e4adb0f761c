"""Which pages of a PDF show something whose text the file does not hold."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

import pypdfium2
import pypdfium2.raw as pdfium

if TYPE_CHECKING:
    from collections.abc import Iterator

_OUTLINES: Final = 40
"""Drawn shapes on a page without text from which on letters may be among them; a frame with rules has fewer."""
_COVERED: Final = 0.5
"""The share of a page that pictures cover where it was scanned."""
_STAMP: Final = 120
"""Characters that are no more than a stamp, a page number or a file's name over a scanned page."""
_NONSENSE: Final = re.compile("[\x00-\x08\x0e-\x1f\x7f-\x9f\ufffd\ue000-\uf8ff\U000f0000-\U0010ffff]")
_SHOWN: Final = re.compile(r"\S")
_OBJECTS: Final = 2_000
"""So many objects of a page are looked at."""


def is_unread(page: pypdfium2.PdfPage, text: str) -> bool:
    """Whether the page's text is not what it shows: none, next to none on a scan, or characters without meaning."""
    if not text.strip():
        return _shows_something(page)
    if len(text) < 16 * _STAMP and sum(1 for _ in _SHOWN.finditer(text)) <= _STAMP:
        return _is_covered(page)
    return _is_nonsense(text)


def _is_nonsense(text: str) -> bool:
    """Whether a third of the characters mean nothing: the font does not say which letters they are."""
    if text.isascii() and text.isprintable():
        return False
    nonsense = sum(1 for _ in _NONSENSE.finditer(text))
    return nonsense > 0 and nonsense * 3 > sum(1 for _ in _SHOWN.finditer(text))


def _objects(page: pypdfium2.PdfPage) -> Iterator[pypdfium2.PdfObject]:
    for number, found in enumerate(page.get_objects(max_depth=3)):
        if number == _OBJECTS:
            return
        yield found


def _shows_something(page: pypdfium2.PdfPage) -> bool:
    """Whether there is a picture, or so many shapes that they may be letters."""
    shapes = 0
    for found in _objects(page):
        if found.type in (pdfium.FPDF_PAGEOBJ_IMAGE, pdfium.FPDF_PAGEOBJ_SHADING):
            return True
        shapes += found.type == pdfium.FPDF_PAGEOBJ_PATH
    return shapes >= _OUTLINES


def _is_covered(page: pypdfium2.PdfPage) -> bool:
    """Whether pictures cover most of the page."""
    width, height = page.get_size()
    covered = 0.0
    area: float = width * height
    for found in _objects(page):
        if found.type == pdfium.FPDF_PAGEOBJ_IMAGE:
            try:
                left, bottom, right, top = found.get_bounds()
            except pypdfium2.PdfiumError:
                continue
            covered += max(0.0, min(right, width) - max(left, 0.0)) * max(0.0, min(top, height) - max(bottom, 0.0))
    return covered > _COVERED * area
