"""What of a chunk is scored: its heading, the words that lead to it, and its own text without page furniture.

An item such as "(iii) any affiliate" means nothing by itself. Its score is that of the unit, which depends on the
document's text alone, and the unit's SHA-256 is what scores and features are kept by.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from casewright.domain.skipping import spans_of, unit_text

if TYPE_CHECKING:
    from collections.abc import Sequence

    from casewright.domain.documents import Chunk, Reading

LONGEST_HEADING: Final = 120
"""A heading of more characters is no heading that says what the text is about."""
_NEAR: Final = 40
"""A heading that begins within so many characters of what a unit opens with, and ends with a word, is said there."""


def scored_unit(text: str, chunk: Chunk, skipped: Sequence[tuple[int, int]] = ()) -> str:
    """The chunk's unit. ``skipped`` are the document's furniture, as far as it touches the lead-in."""
    own = unit_text(text, chunk.start, chunk.end, chunk.skipped)
    lead_in = "" if chunk.lead_in is None else unit_text(text, *chunk.lead_in, skipped)
    return before(chunk.heading, lead_in, own) + own


def units_of(reading: Reading) -> list[str]:
    """The units of a reading's chunks, in their order."""
    skipped = spans_of(reading.furniture)
    return [scored_unit(reading.text, chunk, skipped) for chunk in reading.chunks]


def before(heading: str | None, lead_in: str, own: str) -> str:
    """What a unit has before its chunk's own text: the heading, unless the unit begins with it, and the lead-in."""
    parts = [] if heading is None or not _is_told(heading, lead_in or own) else [heading]
    if lead_in:
        parts.append(lead_in)
    return "".join(f"{part}\n" for part in parts)


def _is_told(heading: str, opening: str) -> bool:
    """Whether a unit is to say the heading before what it opens with."""
    if not 0 < len(heading) <= LONGEST_HEADING:
        return False
    sought = heading.casefold()
    text = " ".join(opening[: 2 * (len(heading) + _NEAR)].split()).casefold()
    at = text.find(sought, 0, len(sought) + _NEAR)
    while at >= 0:
        end = at + len(sought)
        if not (text[at - 1 : at].isalnum() or text[end : end + 1].isalnum()):
            return False
        at = text.find(sought, at + 1, len(sought) + _NEAR)
    return True
