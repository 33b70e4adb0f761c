"""Whether a sentence goes on behind what stands between two pages."""

from __future__ import annotations

import re
from typing import Final

from casewright.adapters.ingest.titles import is_capitals, is_title

_ENDS: Final = re.compile(r"[.;:!?][\"'”’)\]*_]*\Z")
_ITEM: Final = re.compile(r"[(\[]?(?:[a-z]|[ivxl]{1,5}|\d{1,3}(?:\.\d{1,3})*)[.)\]]|\d{1,3}(?:\.\d{1,3})+\b|[-*•·–—]\s")
_CLAUSE: Final = re.compile(
    r"\d{1,3}(?:\.\d{1,3})*[.)]?[ \t]*[A-Z]|(?:section|article|exhibit|schedule|annex|appendix|clause|art\.)\s", re.I
)
_REFERS: Final = re.compile(
    r"(?i)(?:\b(?:sections?|articles?|clauses?|paragraphs?|exhibits?|schedules?|art\.)|§)"
    r"(?:\s*[\d.]+(?:\(\w{1,4}\))*\s*(?:,|and|or|to|through))?\Z"
)
_COUNTS: Final = re.compile(
    r"(?i)\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fourteen|fifteen|eighteen|twenty"
    r"|(?:thir|for|fif|six|seven|eigh|nine)ty|hundred|thousand)\Z"
)
_FILLED: Final = re.compile(r"_{3}|\t|[ \xa0]{3}|\b(?:by|name|title|date|its)\s*:|/s/", re.I)
_FULL: Final = 45
"""Fewer characters in a line than that are no line of running text that a page's end cut."""
_FEW: Final = 25
"""Fewer are none, even where they fill the width."""
_SEEN: Final = 200
_LITTLE, _LINE_LEAST = 20_000, 8
"""Of a text with so many characters, a line has so many in the mean, blank ones counted."""


def is_running_text(text: str) -> bool:
    """Whether its lines are long enough for text on pages; a short text is taken for it."""
    return len(text) < _LITTLE or text.count("\n") * _LINE_LEAST <= len(text)


def goes_on(text: str, low: int, high: int) -> bool:
    """Whether the sentence that ``text[:low]`` breaks off goes on in ``text[high:]``; both show something there."""
    before = text[text.rfind("\n", max(0, low - _SEEN), low) + 1 if low > _SEEN else 0 : low]
    before = before[max(before.rfind("\n"), before.rfind("\f")) + 1 :][-_SEEN:].strip()
    after = text[high : high + _SEEN].split("\n", 1)[0].strip()
    return continues(before, after) if before and after else False


def continues(before: str, after: str, *, is_full: bool = False) -> bool:
    """Whether the line ``after`` goes on with the sentence of the line ``before``, another page's last.

    ``is_full``: it is known to fill the page's width; otherwise its length has to tell.
    """
    if after[0].islower() and _ITEM.match(after) is None:
        return True
    if _ENDS.search(before[-6:]):
        return False
    if _CLAUSE.match(after) or _ITEM.match(after):
        tail = before[-60:]
        return (_REFERS.search(tail) or (after[0] == "(" and _COUNTS.search(tail))) is not None
    if before[-1] in ",(-–—" and not is_capitals(after):
        return True
    if len(before) < (_FEW if is_full else _FULL) or _FILLED.search(before) or _FILLED.search(after):
        return False
    return not (is_capitals(before) or is_capitals(after) or (not is_full and is_title(before)))
