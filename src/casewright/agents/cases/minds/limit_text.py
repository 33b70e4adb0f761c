"""The time limit of a case, told to the user: its last day by the calendar, and what follows where it has passed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from casewright.agents.cases.minds.dates import date_back
from casewright.agents.cases.minds.phrases import day_told, days_told, of_language, phrase

if TYPE_CHECKING:
    from casewright.agents.cases.minds.case_file import CaseFile

_NEAR = 60
"""Days: further off, how many are left is not worth saying."""


def limit_told(file: CaseFile) -> str:
    """Sentences about the time limit; empty where there is none, or where its first day is not known."""
    limit, last, language = file.kind.limit, file.last_day, file.language
    if limit is None or last is None:
        return ""
    served = date_back(file.known[limit.fact])
    assert served is not None
    key = "limit" if limit.days else "limit_years" if limit.years else "limit_day"
    said = phrase(
        key,
        language,
        days=days_told(limit.days, language),
        years=limit.years,
        served=day_told(served, language),
        source=limit.source,
        last=day_told(last, language),
    )
    if limit.beside:
        said = f"{said} {of_language(limit.beside, language)}"
    left = (last - file.briefing.today).days
    if left < 0:
        after = of_language(limit.after, language)
        return f"{said} {phrase('limit_passed', language, last=day_told(last, language), after=after)}"
    if left > _NEAR:
        return said
    if left == 0:
        return f"{said} {phrase('limit_today', language)}"
    return f"{said} {phrase('limit_near', language, left=days_told(left, language))}"
