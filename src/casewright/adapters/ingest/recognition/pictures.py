"""A page of a PDF as a picture, in grey, with bounds on what is unpacked for it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np
import pypdfium2
import pypdfium2.raw as pdfium

from casewright.adapters.ingest.worker.page_pictures import count_pixels

if TYPE_CHECKING:
    from numpy.typing import NDArray

_DPI: Final = 220
_LONGEST: Final = 2600
"""Pixels of the longer side: A4 at 220 dpi has 2,573. The models see no more in larger ones."""
_PICTURE_PIXELS: Final = 120_000_000
"""Most pixels that the pictures on a page may have together: A4 at 600 dpi has 35 million."""


class TooManyPixels(Exception):
    """The page's pictures have more pixels than are unpacked."""


def picture_of(data: bytes, number: int) -> tuple[NDArray[np.uint8], float]:
    """Page ``number``, from 1 on, as it is shown: shape (height, width), and how many pixels a point has.

    Raises ``TooManyPixels``, or ``PdfiumError`` where it cannot be rendered.
    """
    document = pypdfium2.PdfDocument(data)
    if document.get_formtype() != pdfium.FORMTYPE_NONE:
        document.init_forms()
    page = document[number - 1]
    if count_pixels(page) > _PICTURE_PIXELS:
        raise TooManyPixels
    width, height = page.get_size()
    scale = min(_DPI / 72, _LONGEST / max(width, height, 1.0))
    bitmap = page.render(scale=scale, grayscale=True)
    picture = np.array(bitmap.to_numpy()).reshape(bitmap.height, bitmap.width)
    bitmap.close()
    page.close()
    document.close()
    return picture, scale
