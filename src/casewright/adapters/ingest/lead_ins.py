"""The words that an item of a list goes on from: "The Supplier shall:" before "(a) keep records".

An item says little by itself, so it is scored together with them.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Sequence

    from casewright.adapters.ingest.marks import Place
    from casewright.adapters.ingest.paragraphs import Paragraph

LONGEST: Final = 300
"""Most characters of a lead-in; of a longer one the end is taken, from a word on."""
_REACH: Final = 40
"""An item whose lead-in stands more paragraphs before it has none."""

_ENDED: Final = re.compile(r"[.!?][\"'”’)\]*_]*\Z")
_BEGINS: Final = re.compile(r"[.;!?][\"'”’)\]]{0,3}\s+(?=[A-Z\"“(])")


def lead_in_of(
    text: str, first: int, paragraphs: Sequence[Paragraph], places: Sequence[Place]
) -> tuple[int, int] | None:
    """Where paragraph number ``first`` has its lead-in; None where it is no item, or what is above it is a sentence.

    It stands in the clause above: the nearest paragraph before that lies in the section that holds the item's own.
    """
    section, label = places[first].section, paragraphs[first].mark.label
    if len(section) < 2 or label is None or label.kind != "letter":
        return None
    above = section[:-1]
    for at in range(first - 1, max(first - _REACH, 0) - 1, -1):
        place, paragraph = places[at], paragraphs[at]
        if paragraph.role in ("noise", "furniture"):
            continue
        if place.section[: len(above)] != above:
            return None
        if place.section == above:
            return _ending(text, paragraph.start, paragraph.end) if paragraph.role == "text" else None
    return None


def _ending(text: str, start: int, end: int) -> tuple[int, int] | None:
    """The sentence that has not ended at ``end``; None where the last one has."""
    if _ENDED.search(text, max(start, end - 8), end):
        return None
    begun = [match.end() for match in _BEGINS.finditer(text, start, end)]
    low = begun[-1] if begun else start
    if end - low > LONGEST:
        low = end - LONGEST
        space = text.find(" ", low, end)
        low = low if space < 0 else space + 1
    return (low, end) if low < end else None
