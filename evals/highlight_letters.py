"""Where the letters of a PDF's page stand, as PDFium says and not as the product does."""

from __future__ import annotations

import ctypes
import math
import re
from difflib import SequenceMatcher
from typing import TYPE_CHECKING, Any

import pypdfium2
from pypdfium2 import raw

from evals.highlight_marks import Letter

if TYPE_CHECKING:
    from collections.abc import Mapping

_FINE = 100
_SURE = 24
"""Letters that have to agree in a row, where the texts of a page differ, to be taken for the same."""
_EDGE = 8
"""Letters at both ends of such a row that may agree by chance, as where cells stand in another order."""
_ASKEW = math.radians(2)


# Any in this module: JSON of the API, and PDFium's handles.
def letters_of(data: bytes, sheet: Mapping[str, Any], text: str) -> list[Letter]:
    """The letters of the page that ``show_page`` told, from the page's upper left corner in points.

    Letters of which it is not certain that they are the same as in ``text`` have no place in it.
    """
    if sheet["start"] is None:
        return []
    low, high = sheet["start"], sheet["end"]
    words = [match.span() for match in re.finditer(r"\S+", text[low:high])]
    word_at = {low + at: number for number, (start, end) in enumerate(words) for at in range(start, end)}
    furniture = {at for word in sheet["words"] if word["furniture"] for at in range(word["start"], word["end"])}
    ours = sorted(word_at)
    theirs = _drawn(data, sheet["page"])
    one, other = "".join(text[at] for at in ours), "".join(letter for letter, *_ in theirs)
    if one == other:
        runs = [(0, 0, len(one))]
    else:
        found = SequenceMatcher(None, one, other, autojunk=False).get_matching_blocks()
        runs = [(a + _EDGE, b + _EDGE, size - 2 * _EDGE) for a, b, size in found if size >= _SURE]
    known = {b + at: ours[a + at] for a, b, size in runs for at in range(size)}
    letters = []
    for at, (letter, x, y, askew) in enumerate(theirs):
        place = known.get(at)
        word = None if place is None else word_at[place]
        letters.append(Letter(letter, x, y, place, word, place in furniture, askew))
    return letters


def _drawn(data: bytes, number: int) -> list[tuple[str, float, float, bool]]:
    document = pypdfium2.PdfDocument(data)
    try:
        page = document[number - 1]
        width, height = page.get_size()
        held = page.get_textpage()
        found = []
        for index in range(held.count_chars()):
            letter = chr(raw.FPDFText_GetUnicode(held.raw, index))
            if letter.isspace() or raw.FPDFText_IsGenerated(held.raw, index) == 1:
                continue
            left, bottom, right, top = held.get_charbox(index)
            x, y = ctypes.c_int(), ctypes.c_int()
            middle = (left + right) / 2, (bottom + top) / 2
            raw.FPDF_PageToDevice(page.raw, 0, 0, round(width * _FINE), round(height * _FINE), 0, *middle, x, y)
            found.append((letter, x.value / _FINE, y.value / _FINE, _is_askew(held, index)))
        return found
    finally:
        document.close()


def _is_askew(page: pypdfium2.PdfTextPage, index: int) -> bool:
    turned: float = raw.FPDFText_GetCharAngle(page.raw, index) % (math.pi / 2)
    return _ASKEW < turned < math.pi / 2 - _ASKEW
