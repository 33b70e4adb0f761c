"""How checks speak of places and numbers."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence
    from decimal import Decimal

    from casewright.evidence.extraction.grids import Cell
    from casewright.evidence.extraction.places import At, RoomDocument

_LONGEST = 60


def name_cell(document: RoomDocument, at: At, label: str) -> str:
    """Such as ``"Total costs" (Accounts.xlsx, P&L!C12)``."""
    place = document.filename if at.cell is None else f"{document.filename}, {at.cell}"
    return f"“{shorten(label)}” ({place})"


def name_in_row(document: RoomDocument, row: Sequence[Cell], column: int) -> str:
    """The same of a cell in a row, which is called as the first words of the row say."""
    return name_cell(document, row[column].at, next((cell.shown for cell in row if cell.shown), ""))


def shorten(words: str, longest: int = _LONGEST) -> str:
    """On one line, not too long for a sentence."""
    line = " ".join(words.split())
    return line if len(line) <= longest else f"{line[: longest - 1].rstrip()}…"


def show_number(number: Decimal, like: Cell) -> str:
    """The number with as many digits after the point as the cell it stands against, or as it needs."""
    exponent = like.number.as_tuple().exponent if like.number is not None else 0
    places = max(0, -exponent) if isinstance(exponent, int) else 0
    own = number.normalize().as_tuple().exponent
    places = max(places, min(2, -own if isinstance(own, int) else 0))
    return f"{number:,.{places}f}{'%' if like.is_percent else ''}"
