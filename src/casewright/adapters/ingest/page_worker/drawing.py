"""A page of a PDF drawn as it is shown, with bounds on what is unpacked for it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from casewright.adapters.ingest.page_wire import NoSuchPage, NotShown
from casewright.adapters.ingest.page_worker.png import png
from casewright.adapters.ingest.wire import Fault
from casewright.adapters.ingest.worker.page_frame import frame_of
from casewright.adapters.ingest.worker.page_pictures import count_pixels
from casewright.adapters.ingest.worker.pdf import opened, page_of
from casewright.domain.boxes import PagePicture

if TYPE_CHECKING:
    import pypdfium2

    from casewright.adapters.ingest.page_wire import PageAnswer, PictureQuestion

_PIXELS: Final = 16_000_000
"""Most pixels that are drawn: A4 at 400 dpi has 15 million. A page that would have more is drawn narrower."""
_PICTURE_PIXELS: Final = 120_000_000
"""Most pixels that the pictures on a page may have together: A4 at 600 dpi has 35 million."""


def draw(data: bytes, asked: PictureQuestion) -> PageAnswer:
    """The page as a picture, its forms filled in, or why there is none."""
    document = opened(data)
    if isinstance(document, Fault):
        return NotShown("encrypted" if document.code == "encrypted" else "damaged")
    count = len(document)
    if asked.page > count:
        return NoSuchPage(count)
    page = page_of(document, asked.page - 1)
    if count_pixels(page) > _PICTURE_PIXELS:
        return NotShown("pixels")
    frame = frame_of(page)
    width, height, pixels = _drawn(page, asked.width)
    return PagePicture(width, height, round(frame.width, 2), round(frame.height, 2), count, png(pixels, width, height))


def _drawn(page: pypdfium2.PdfPage, width: int) -> tuple[int, int, bytes]:
    """Width, height and pixels, three bytes (red, green, blue) each, row by row."""
    wide, high = (max(side, 1.0) for side in page.get_size())
    scale = min(width / wide, (_PIXELS / (wide * high)) ** 0.5)
    bitmap = page.render(scale=scale, rev_byteorder=True, prefer_bgrx=False, maybe_alpha=False)
    try:
        lines = memoryview(bitmap.buffer).cast("B")
        size = 3 * bitmap.width
        rows = (lines[at : at + size] for at in range(0, bitmap.stride * bitmap.height, bitmap.stride))
        return bitmap.width, bitmap.height, b"".join(rows)
    finally:
        bitmap.close()
