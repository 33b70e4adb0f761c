"""The time limit of a case, told to the user: its last day by the calendar, and what follows where it has passed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from casewright.agents.cases.minds.dates import read_date
from casewright.agents.cases.minds.phrases import of_language, phrase, write_day, write_days

if TYPE_CHECKING:
    from casewright.agents.cases.minds.case_file import CaseFile

_NEAR = 60
"""Days: further off, how many are left is not worth saying."""


def tell_limit(file: CaseFile) -> str:
    """Sentences about the time limit; empty where there is none, or where its first day is not known."""
    limit, last, language = file.kind.limit, file.last_day, file.language
    if limit is None or last is None:
        return ""
    served = read_date(file.known[limit.fact])
    assert served is not None
    key = "limit" if limit.days else "limit_years" if limit.years else "limit_day"
    said = phrase(
        key,
        language,
        days=write_days(limit.days, language),
        years=limit.years,
        served=write_day(served, language),
        source=limit.source,
        last=write_day(last, language),
    )
    if limit.beside:
        said = f"{said} {of_language(limit.beside, language)}"
    left = (last - file.briefing.today).days
    if left < 0:
        after = of_language(limit.after, language)
        return f"{said} {phrase('limit_passed', language, last=write_day(last, language), after=after)}"
    if left > _NEAR:
        return said
    if left == 0:
        return f"{said} {phrase('limit_today', language)}"
    return f"{said} {phrase('limit_near', language, left=write_days(left, language))}"
