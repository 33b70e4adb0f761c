"""Numbers as a document writes them: whether its commas are thousands or decimals is decided once, with evidence.

A number that could be read in two ways in its document is not read at all.
"""

from __future__ import annotations

import re
from decimal import Decimal
from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

DIGITS = r"(?:\d{1,3}(?: \d{3}(?!\d))+(?:[.,]\d+)?|\d(?:[\d.,'’\u00a0\u202f\u2009]*\d)?)"
"""A number with its separators, as a pattern; or what plain spaces part, which may be one number or several."""


class Style(StrEnum):
    """How a document writes numbers."""

    ENGLISH = "1,234.5"
    EUROPEAN = "1.234,5"
    UNKNOWN = "unknown"


_ENGLISH = re.compile(r"\d{1,3}(?:,\d{3})+\.\d+|\d{1,3}(?:,\d{3}){2,}|\d+\.(?:\d{1,2}|\d{4,})")
_EUROPEAN = re.compile(r"\d{1,3}(?:\.\d{3})+,\d+|\d{1,3}(?:\.\d{3}){2,}|\d+,(?:\d{1,2}|\d{4,})")
_PLAIN = re.compile(r"\d+")
_GROUPS = {
    Style.ENGLISH: r"\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+\.\d+",
    Style.EUROPEAN: r"\d{1,3}(?:\.\d{3})+(?:,\d+)?|\d+,\d+",
}
_READ = {style: re.compile(pattern) for style, pattern in _GROUPS.items()}
_COMMA_THOUSANDS = re.compile(r"\d{1,3}(?:,\d{3})+")


def style_of(numbers: Iterable[str]) -> Style:
    """How these numbers are written, all of them from one document; unknown where none or both ways are seen."""
    found = set()
    for number in numbers:
        english, european = _ENGLISH.fullmatch(number), _EUROPEAN.fullmatch(number)
        if english and not european:
            found.add(Style.ENGLISH)
        elif european and not english:
            found.add(Style.EUROPEAN)
    return found.pop() if len(found) == 1 else Style.UNKNOWN


def read_number(digits: str, style: Style) -> Decimal | None:
    """The number; None where it is ambiguous in a document of this style, or is no number.

    Where the style is unknown, ``12,480`` is twelve thousand (nobody writes three decimals after a comma without a
    sign of it elsewhere) and ``12.480`` is nothing.
    """
    if re.search(r"['’\u00a0\u202f\u2009]", digits):
        grouped = re.fullmatch(r"(\d{1,3}(?:['’\u00a0\u202f\u2009]\d{3})+)([.,]\d+)?", digits)
        if grouped is None:
            return None
        places = (grouped[2] or "").replace(",", ".")
        return Decimal(re.sub(r"\D", "", grouped[1]) + places)
    if _PLAIN.fullmatch(digits):
        return Decimal(digits)
    if style is not Style.UNKNOWN:
        if not _READ[style].fullmatch(digits):
            return None
        thousands, point = (",", ".") if style is Style.ENGLISH else (".", ",")
        return Decimal(digits.replace(thousands, "").replace(point, "."))
    if _COMMA_THOUSANDS.fullmatch(digits):
        return Decimal(digits.replace(",", ""))
    for known, pattern in ((Style.ENGLISH, _ENGLISH), (Style.EUROPEAN, _EUROPEAN)):
        if pattern.fullmatch(digits):
            return read_number(digits, known)
    return None
