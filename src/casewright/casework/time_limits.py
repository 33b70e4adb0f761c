"""Time limits: when they end, how they are told, and the day of service from which they run.

Days are counted as in the calendar. A court that counts free days (Codul de procedură civilă, art. 181), or moves an
end that falls on a holiday, comes to a later day, never to an earlier one.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date, timedelta
from typing import TYPE_CHECKING

from casewright.vocabulary.months import ROMANIAN, alternatives, month_number
from casewright.vocabulary.romanian import takes_de

if TYPE_CHECKING:
    from collections.abc import Mapping

_STEMS = alternatives({*(name[:3] for name in ROMANIAN), "nov"})
_DAY = (
    r"(?:(?P<iso>\d{4}-\d{1,2}-\d{1,2})|(?P<dotted>\d{1,2}\s?[./-]\s?\d{1,2}\s?[./-]\s?\d{4})"
    rf"|(?P<named>\d{{1,2}}\s+(?:{_STEMS})[a-z]*\.?\s+\d{{4}}))"
)
_SERVED = r"\b(?:comunic|inman|primi|luat la cunostinta|adus\w* la cunostinta)[a-z]*"
_BETWEEN = r"[\s:,]*(?:(?:la|in|pe|prin|din|este|a fost|fiind|posta|data|de|ziua)\b[\s:,]*){0,6}"
_AFTER = re.compile(_SERVED + _BETWEEN + _DAY)
_BEFORE = re.compile(_DAY + r"[\s,]*(?:(?:mi|i|ne|ni|s|le|a|am|au|fost|si|data|la care|cand)\b[\s,-]*){0,6}" + _SERVED)
_NEAR = re.compile(_SERVED + r"[^\n]{0,80}?" + _DAY)


@dataclass(frozen=True, slots=True)
class TimeLimit:
    """A time limit: days or years from the date of a fact; with neither, the date of the fact is the last day."""

    fact: str
    days: int
    years: int
    source: str
    """The law as users are told it."""
    cited: str
    """The law as the tool that makes drafts cites it."""
    after: Mapping[str, str]
    """What to say where it has passed, by language."""
    beside: Mapping[str, str]
    """What to say beside it: another limit that holds in some of the cases; empty where there is none."""
    part: str
    """What a draft must say for it; empty where drafts are not looked through for it."""
    shorter: tuple[int, str] | None
    """Another one that holds in some of the cases: its days, and where it holds."""

    def last_day(self, start: date) -> date:
        """The last day, by the calendar."""
        if not self.years:
            return start + timedelta(days=self.days)
        try:
            return start.replace(year=start.year + self.years)
        except ValueError:
            return date(start.year + self.years, 2, 28)

    def told(self, served: date, today: date) -> str:
        """A sentence about the limit, for whoever reads what the tool gives back."""
        last = self.last_day(served)
        sentence = f"Time limit: {self.days} days from {served} ({self.cited}), to {last} by the calendar."
        if self.shorter is not None:
            days, where = self.shorter
            sentence += f" {where}: {days} days, to {served + timedelta(days=days)}."
        if last < today:
            sentence += " That day has passed: a lawyer has to see whether the draft is still in time."
        return sentence


def days_in_words(count: int, language: str) -> str:
    """So many days, with the words that the number asks for; in Romanian or English."""
    if language != "ro":
        return f"{count} day" if count == 1 else f"{count} days"
    if count == 1:
        return "o zi"
    return f"{count} de zile" if takes_de(count) else f"{count} zile"


def find_service_day(folded: str) -> date | None:
    """The day on which the text says that the act was served, None where it says none. ``folded`` is ``fold(text)``."""
    for pattern in (_AFTER, _BEFORE, _NEAR):
        for match in pattern.finditer(folded):
            day = _read(match)
            if day is not None:
                return day
    return None


def _read(match: re.Match[str]) -> date | None:
    if match["iso"]:
        year, month, day = (int(part) for part in match["iso"].split("-"))
    elif match["dotted"]:
        day, month, year = (int(part) for part in re.split(r"\s?[./-]\s?", match["dotted"]))
    else:
        first, name, last = match["named"].split()
        day, month, year = int(first), month_number(name), int(last)
    try:
        return date(year, month, day)
    except ValueError:
        return None
