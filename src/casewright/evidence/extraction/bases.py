"""Whether words speak of what happened, of what is expected, or of what was told before a restatement."""

from __future__ import annotations

import re

from casewright.domain.claims import Basis
from casewright.evidence.extraction.vocabulary import plain

_FORECAST = re.compile(
    r"\b(?:budget(?:ed|s)?|forecasts?|forecasted|plan|planned|projected|projections?|target(?:s|ed)?|expect(?:s|ed)?|outlook"
    r"|guidance|estimates?|estimated|will|would be|aims?|anticipat(?:e|es|ed)|buget(?:ul|at|ata)?"
    r"|should (?:reach|bring|deliver|yield|give|see|grow|rise|exceed|generate|earn|close|end|come|produce|show)"
    r"|planul(?:ui)?"
    r"|prognoz\w*|estimat[aei]?|estimam|previzionat[aei]?|planificat[aei]?|ne asteptam|va fi|vor fi)\b"
    r"|\b(?:fy ?)?(?:20)?\d\de\b"
)
_ACTUAL = re.compile(r"\b(?:actual|audited|realizat[ae]?|efectiv|auditat[ae]?)\b|\b(?:fy ?)?(?:20)?\d\da\b")

_FORMER = re.compile(
    r"\b(?:that|this|it|they|these) (?:was|were|is|are|dates? from) (?:from )?before (?:the|its|our|a|they were|it was)"
    r" ?(?:restat\w+|correct\w+|reclassif\w+|change of policy)\b"
)
_NEXT = 90
"""Letters of the next sentence in which that is told."""


def find_basis(words: str) -> Basis | None:
    """Forecast or actual, as the words say; None where they say neither."""
    line = plain(words)
    if _FORECAST.search(line):
        return Basis.FORECAST
    return Basis.ACTUAL if _ACTUAL.search(line) else None


def is_former(text: str, end: int) -> bool:
    """Whether the sentence that follows on ``end`` says that what is before it was so until a restatement."""
    return _FORMER.search(" ".join(plain(text[end : end + _NEXT]).split())) is not None
