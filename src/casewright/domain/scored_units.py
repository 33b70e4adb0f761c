"""What of a chunk is scored: its heading, the words that lead to it, and its own text without page furniture.

An item such as "(iii) any affiliate" means nothing by itself. Its score is that of the unit, which depends on the
document's text alone, and the unit's SHA-256 is what scores and features are kept by.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from casewright.domain.skipping import unit_text

if TYPE_CHECKING:
    from collections.abc import Sequence

    from casewright.domain.documents import Chunk

LONGEST_HEADING: Final = 120
"""A heading of more characters is no heading that says what the text is about."""
_NEAR: Final = 40
"""A heading that begins within so many characters of the text is the text's own."""


def scored_unit(text: str, chunk: Chunk, skipped: Sequence[tuple[int, int]] = ()) -> str:
    """The chunk's unit. ``skipped`` are the document's furniture, as far as it touches the lead-in."""
    own = unit_text(text, chunk.start, chunk.end, chunk.skipped)
    lead_in = "" if chunk.lead_in is None else unit_text(text, *chunk.lead_in, skipped)
    return before(chunk.heading, lead_in, own) + own


def before(heading: str | None, lead_in: str, own: str) -> str:
    """What a unit has before its chunk's own text: the heading, unless the text begins with it, and the lead-in."""
    parts = []
    if heading and len(heading) <= LONGEST_HEADING:
        opening = own[: len(heading) + _NEAR].casefold()
        if heading.casefold() not in opening and heading.casefold() not in lead_in.casefold():
            parts.append(heading)
    if lead_in:
        parts.append(lead_in)
    return "".join(f"{part}\n" for part in parts)
