"""How a document begins, and its headings: what can be shown of one that is no contract, or has no facts."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from casewright.agents.document.minds.quotes import write_quote

if TYPE_CHECKING:
    from casewright.agents.document.minds.overviews.reading import Reading

_OUTLINE: Final = 25
_HEADING: Final = re.compile(
    r"^(?:#{1,6} +\S.*|(?:ARTICLE |Article |SECTION |Section |§ ?)?\d{1,2}[.)]? +[A-Z][^.;:\n]{2,70}"
    r"|[A-Z][A-Z ,&'/-]{5,70})$"
)


def outlined(reading: Reading) -> list[str]:
    """Its opening and its headings."""
    lines = [line.strip() for line in reading.text.splitlines() if line.strip()]
    headings = list(dict.fromkeys(line.lstrip("# ") for line in lines if _HEADING.match(line)))
    opening = next((line for line in lines if len(line) > 80), lines[0] if lines else "")
    said = []
    if opening:
        start = reading.text.find(opening)
        said.append(f"It begins: {write_quote(reading.cite(start, start + len(opening)), 400)}")
    if headings:
        more = f" and {len(headings) - _OUTLINE} more" if len(headings) > _OUTLINE else ""
        said.append(f"Headings: {'; '.join(headings[:_OUTLINE])}{more}.")
    return said
