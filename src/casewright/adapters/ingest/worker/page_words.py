"""Where the characters and words of a PDF page's text stand on it."""

from __future__ import annotations

import ctypes
import math
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import pypdfium2
import pypdfium2.raw as pdfium

from casewright.adapters.ingest.worker.printed_table import Word

if TYPE_CHECKING:
    from collections.abc import Iterator

    from casewright.adapters.ingest.worker.page_frame import PageFrame, Rectangle

_WORD: Final = re.compile(r"\S+")
_NOWHERE: Final = (0.0, 0.0, 0.0, 0.0)
_HUGE: Final = 3.0
"""Print that is so many times as high as the page's usual one is no part of a table."""
_DESCENT: Final = 0.22
"""The share of a font's size below the line on which its letters stand."""
_UPSIDE_DOWN: Final = 2
"""Quarters."""


@dataclass(frozen=True, slots=True)
class PageWords:
    """A page's text as PDFium found it, and where it stands on the page as it is shown."""

    text_page: pypdfium2.PdfTextPage
    text: str
    frame: PageFrame

    def words(self, start: int = 0, end: int | None = None) -> Iterator[Word]:
        """The words of ``text[start:end]``."""
        beyond = count_beyond(self.text[:start])
        at = start
        for match in _WORD.finditer(self.text, start, len(self.text) if end is None else end):
            beyond += count_beyond(self.text[at : match.start()])
            first = match.start() + beyond
            beyond += count_beyond(match[0][:-1])
            last = match.end() - 1 + beyond
            beyond += count_beyond(match[0][-1])
            at = match.end()
            left, bottom, _, top = self.box(first)
            _, last_bottom, right, _ = self.box(last)
            yield Word(match.start(), at, left, right, bottom, last_bottom, max(top - bottom, 1.0))

    def box(self, index: int) -> Rectangle:
        """The rectangle of a character, counted in UTF-16, as high as its font; zeros where PDFium knows no place."""
        character = pdfium.FPDFText_GetCharIndexFromTextIndex(self.text_page.raw, index)
        if character < 0:
            return _NOWHERE
        try:
            if not self.frame.turned:
                return self.frame.rectangle(self.text_page.get_charbox(character, loose=True))
            return self._turned_box(character)
        except pypdfium2.PdfiumError:
            return _NOWHERE

    def angle(self, index: int) -> float:
        """By how many degrees a character is turned clockwise on the page as it is shown, from 0 on, whole ones."""
        character = pdfium.FPDFText_GetCharIndexFromTextIndex(self.text_page.raw, index)
        turned = pdfium.FPDFText_GetCharAngle(self.text_page.raw, character) if character >= 0 else -1.0
        return round(math.degrees(turned) + self.frame.turned) % 360 if turned >= 0 else 0

    def seen_box(self, index: int) -> Rectangle:
        """As ``box``, of a character that lies on its side or upside down as high as its font where its own up is."""
        quarters = round(self.angle(index) / 90) % 4
        character = pdfium.FPDFText_GetCharIndexFromTextIndex(self.text_page.raw, index)
        x, y = ctypes.c_double(), ctypes.c_double()
        if not quarters or not pdfium.FPDFText_GetCharOrigin(self.text_page.raw, character, x, y):
            return self.box(index)
        try:
            left, bottom, right, top = self.frame.rectangle(self.text_page.get_charbox(character))
        except pypdfium2.PdfiumError:
            return _NOWHERE
        across, line = self.frame.point(x.value, y.value)
        extent = top - bottom if quarters == _UPSIDE_DOWN else right - left
        size = max(pdfium.FPDFText_GetFontSize(self.text_page.raw, character), extent)
        below, above = _DESCENT * size, (1 - _DESCENT) * size
        if quarters == _UPSIDE_DOWN:
            return left, min(line - above, bottom), right, max(line + below, top)
        if quarters == 1:
            return min(across - below, left), bottom, max(across + above, right), top
        return min(across - above, left), bottom, max(across + below, right), top

    def _turned_box(self, character: int) -> Rectangle:
        """PDFium makes a character as high as its font upwards only; here it is where the page shows upwards."""
        left, bottom, right, top = self.frame.rectangle(self.text_page.get_charbox(character))
        x, y = ctypes.c_double(), ctypes.c_double()
        if not pdfium.FPDFText_GetCharOrigin(self.text_page.raw, character, x, y):
            return left, bottom, right, top
        _, line = self.frame.point(x.value, y.value)
        size = max(pdfium.FPDFText_GetFontSize(self.text_page.raw, character), top - bottom)
        low = line - _DESCENT * size
        return left, min(low, bottom), right, max(low + size, top)


def upright_words(printed: PageWords) -> list[Word]:
    """The page's words without those that lie across it, such as a watermark."""
    words = list(printed.words())
    heights = sorted(word.height for word in words)
    most = _HUGE * heights[len(heights) // 2] if heights else 0.0
    return [word for word in words if word.height <= most]


def count_beyond(text: str) -> int:
    """How many characters of the text count twice in UTF-16."""
    if text.isascii() or max(text) <= "\uffff":
        return 0
    return sum(character > "\uffff" for character in text)
