"""How the pages that were recognised (OCR) are packed into one value of bytes: pages first, then all their words."""

from __future__ import annotations

import struct
import zlib
from typing import TYPE_CHECKING, Final

import numpy as np

from casewright.domain.recognition import RecognisedPage, RecognisedWord
from casewright.errors import IntegrityError

if TYPE_CHECKING:
    from collections.abc import Sequence

_COUNTS: Final = struct.Struct("<II")
_PLACES: Final = np.dtype("<i4")
_BOXES: Final = np.dtype("<f4")
_PAGE_FIELDS: Final = 4
"""Number, start, end, count of words."""


def pack_recognised(pages: Sequence[RecognisedPage]) -> bytes | None:
    """The pages; None where there are none. Boxes are in points and confidences from 0 to 1, both as float32."""
    if not pages:
        return None
    words = [word for page in pages for word in page.words]
    places = np.array([(page.number, page.start, page.end, len(page.words)) for page in pages], dtype=_PLACES)
    spans = np.array([(word.start, word.end) for word in words], dtype=_PLACES).reshape(-1, 2)
    boxes = np.array(
        [(word.left, word.bottom, word.right, word.top, word.confidence) for word in words], dtype=_BOXES
    ).reshape(-1, 5)
    sure = np.array([page.confidence for page in pages], dtype=_BOXES)
    parts = (places, spans.T, sure, boxes.T)
    return zlib.compress(_COUNTS.pack(len(pages), len(words)) + b"".join(part.tobytes() for part in parts))


def unpack_recognised(data: bytes | None) -> tuple[RecognisedPage, ...]:
    """The pages as they were packed. Raises ``IntegrityError`` where the bytes are none that were."""
    if not data:
        return ()
    try:
        return _unpacked(zlib.decompress(data))
    except (zlib.error, struct.error, ValueError) as error:
        said = "The database holds no recognised pages where a document's should stand: it was changed."
        raise IntegrityError(said) from error


def _unpacked(data: bytes) -> tuple[RecognisedPage, ...]:
    count, total = _COUNTS.unpack_from(data)
    at = _COUNTS.size
    places = np.frombuffer(data, _PLACES, _PAGE_FIELDS * count, at).reshape(count, _PAGE_FIELDS)
    at += places.nbytes
    spans = np.frombuffer(data, _PLACES, 2 * total, at).reshape(2, total)
    at += spans.nbytes
    sure = np.frombuffer(data, _BOXES, count, at)
    at += sure.nbytes
    boxes = np.frombuffer(data, _BOXES, 5 * total, at).reshape(5, total)
    if at + boxes.nbytes != len(data) or int(places[:, 3].sum()) != total:
        raise ValueError("other counts than said")
    rows = zip(*spans.tolist(), *boxes.tolist(), strict=True)
    words = [RecognisedWord(int(start), int(end), *map(float, rest)) for start, end, *rest in rows]
    pages = []
    first = 0
    for (number, start, end, held), confidence in zip(places.tolist(), sure.tolist(), strict=True):
        pages.append(RecognisedPage(number, start, end, confidence, tuple(words[first : first + held])))
        first += held
    return tuple(pages)
