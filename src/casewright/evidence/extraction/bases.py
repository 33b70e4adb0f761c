"""Whether words speak of what happened or of what is expected."""

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


def find_basis(words: str) -> Basis | None:
    """Forecast or actual, as the words say; None where they say neither."""
    line = plain(words)
    if _FORECAST.search(line):
        return Basis.FORECAST
    return Basis.ACTUAL if _ACTUAL.search(line) else None
