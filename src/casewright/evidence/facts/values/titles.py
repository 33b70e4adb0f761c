"""A contract's title without what page and file put into it: line breaks, exhibit numbers, redactions, stray signs."""

from __future__ import annotations

import re

from casewright.domain.facts import TextValue
from casewright.evidence.facts.values.plain import one_line

_EXHIBIT = re.compile(
    r"^(?:exhibit|annex|schedule|appendix)\s+(?:no\.?\s*)?[\dA-Z]{1,4}(?:[.\-][\dA-Za-z]{1,4}){0,3}[\s:.\-]+",
    re.IGNORECASE,
)
_STAMP = re.compile(
    r"\[?\*{2,}\]?|\[\s?\]|_{3,}|\bexecution (?:copy|version)\b|\bconfidential treatment requested\b", re.IGNORECASE
)
_EDGES = " \t\"'“”‘’«»,;:*_|-–—"


def title_of(text: str) -> TextValue | None:
    """The title on one line; None where no letter is left of it."""
    plain = _STAMP.sub(" ", one_line(text))
    plain = one_line(_EXHIBIT.sub("", plain)).strip(_EDGES)
    if plain.count("(") > plain.count(")"):
        plain += ")"
    return TextValue(plain) if any(letter.isalpha() for letter in plain) else None
