"""Time limits that run from the day on which an act was served: when that was, and when they end.

Days are counted as in the calendar. A court that counts free days (Codul de procedură civilă, art. 181), or moves an
end that falls on a holiday, comes to a later day, never to an earlier one.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date, timedelta

_MONTHS = ("ian", "feb", "mar", "apr", "mai", "iun", "iul", "aug", "sep", "oct", "noi", "dec")
_DAY = (
    r"(?:(?P<iso>\d{4}-\d{1,2}-\d{1,2})|(?P<dotted>\d{1,2}\s?[./-]\s?\d{1,2}\s?[./-]\s?\d{4})"
    r"|(?P<named>\d{1,2}\s+(?:ian|feb|mar|apr|mai|iun|iul|aug|sep|oct|no[iv]|dec)[a-z]*\.?\s+\d{4}))"
)
_SERVED = r"\b(?:comunic|inman|primi|luat la cunostinta|adus\w* la cunostinta)[a-z]*"
_BETWEEN = r"[\s:,]*(?:(?:la|in|pe|prin|din|este|a fost|fiind|posta|data|de|ziua)\b[\s:,]*){0,6}"
_AFTER = re.compile(_SERVED + _BETWEEN + _DAY)
_BEFORE = re.compile(_DAY + r"[\s,]*(?:(?:mi|i|ne|ni|s|le|a|am|au|fost|si|data|la care|cand)\b[\s,-]*){0,6}" + _SERVED)
_NEAR = re.compile(_SERVED + r"[^\n]{0,80}?" + _DAY)


@dataclass(frozen=True, slots=True)
class TimeLimit:
    """So many days from the day of service. ``part`` is what a draft must say for it.

    ``shorter`` is another one that holds in some of the cases: its days, and where it holds.
    """

    days: int
    source: str
    part: str
    shorter: tuple[int, str] | None = None

    def last_day(self, served: date) -> date:
        """The last day by the calendar."""
        return served + timedelta(days=self.days)

    def told(self, served: date, today: date) -> str:
        """A sentence about the limit, for whoever reads what the tool gives back."""
        last = self.last_day(served)
        sentence = f"Time limit: {self.days} days from {served} ({self.source}), to {last} by the calendar."
        if self.shorter is not None:
            days, where = self.shorter
            sentence += f" {where}: {days} days, to {served + timedelta(days=days)}."
        if last < today:
            sentence += " That day has passed: a lawyer has to see whether the draft is still in time."
        return sentence


ACT_SERVED = TimeLimit(15, "O.G. 2/2001, art. 31", "data înmânării sau comunicării procesului-verbal (termen: 15 zile)")
DISMISSAL_SERVED = TimeLimit(
    45,
    "Codul muncii, art. 268 alin. (1) lit. a), as changed by Legea nr. 269/2021",
    "data comunicării deciziei de concediere (termen: 45 de zile; 30 de zile pentru o sancțiune disciplinară)",
    shorter=(30, "Where the dismissal is a disciplinary sanction (lit. b)"),
)
JUDGMENT_SERVED = TimeLimit(
    30, "Codul de procedură civilă, art. 468", "data comunicării hotărârii atacate (termen: 30 de zile)"
)


def served_on(folded: str) -> date | None:
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
        day, month, year = int(first), _MONTHS.index(name[:3].replace("nov", "noi")) + 1, int(last)
    try:
        return date(year, month, day)
    except ValueError:
        return None
