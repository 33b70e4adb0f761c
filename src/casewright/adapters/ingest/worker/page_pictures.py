"""The pictures that stand on a page of a PDF."""

from __future__ import annotations

import ctypes
from typing import TYPE_CHECKING

import pypdfium2.raw as pdfium

if TYPE_CHECKING:
    import pypdfium2


def count_pixels(page: pypdfium2.PdfPage) -> int:
    """How many pixels the pictures on the page have together."""
    total = 0
    for picture in page.get_objects(filter=[pdfium.FPDF_PAGEOBJ_IMAGE], max_depth=3):
        width, height = ctypes.c_uint(), ctypes.c_uint()
        if pdfium.FPDFImageObj_GetImagePixelSize(picture.raw, width, height):
            total += width.value * height.value
    return total
