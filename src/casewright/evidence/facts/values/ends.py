"""When a contract ends: on a day, a length of time after an event, upon an event, or not by itself."""

from __future__ import annotations

import re
from datetime import date
from typing import TYPE_CHECKING

from casewright.domain.facts import DateValue, EndValue
from casewright.evidence.facts.values.dates import find_dates
from casewright.evidence.facts.values.durations import find_anniversaries, find_durations
from casewright.evidence.facts.values.roles import meant

if TYPE_CHECKING:
    from casewright.evidence.facts.values.durations import DurationFound

_UNTIL = (
    r"until|till?|through|thru|expir\w+|end(?:s|ing|ed)?|terminat\w+|conclud\w+|to|earlier of|later of|pana la"
    r"|inceteaza|expira"
)
_FROM = r"commenc\w+|begin\w*|start\w*|effective|from|dated?|as of|entered|executed|incepand|dela|de la"
_TURNS = re.compile(rf"\b(?:(?P<until>{_UNTIL})|(?P<from>{_FROM}))\b")
_DASH = re.compile(r" ?-+ ?")
_YEAR_END = re.compile(r"\b(?:until|through|to|at|on|upon) (?:the )?end of (?:calendar )?(?:year )?(?P<year>20\d\d)\b")
_PERPETUAL = re.compile(
    r"\bperpetual\w*\b|\bin perpetuity\b|\bindefinite(?:ly)?\b|\bevergreen\b|\bno (?:fixed |specified )?(?:end"
    r"|expir\w+)\b"
    r"|\bnedeterminat\w*\b"
)
_TERMINATED = re.compile(
    r"\b(?:until|unless and until|till)\b(?: \w+){0,4} (?:terminat\w+|cancel\w*)|\bso long as\b|\bas long as\b"
)
_UPON = re.compile(
    r"\b(?:until|upon|through|for so long as|so long as|as long as) (?P<event>(?:the )?[a-z][^.;]{3,160})"
)
_EVENT = re.compile(
    r"\b(?:from|after|following|commenc\w+ (?:on|upon|as of|from|with)|begin\w* (?:on|upon|as of)|start\w* (?:on|from)"
    r"|as of|of|upon|on|de la)(?: and including)? (?P<event>(?:the |its |his |such )?[^,.;()\"]{3,90})"
)
_EARLIER = re.compile(
    r"\b(?:commenc\w+|begin\w*|start\w*|effective)(?: \w+){0,2} (?:on|upon|as of|from|with) (?P<event>[^.;()\"]{3,90}?)"
    r"(?= and (?:shall|will|continue|end|expire|remain)|[.;()\"]|,(?! \d)|$)"
)


def end_of(words: str, text: str) -> DateValue | EndValue | None:
    """When it ends by these words; None where they do not say. No day is reckoned: a period stays a period."""
    dates = find_dates(words, text)
    for found in dates:
        turns = list(_TURNS.finditer(words, max(0, found.start - 100), found.start))
        ranged = any(one.end < found.start and _DASH.fullmatch(words[one.end : found.start]) for one in dates)
        if ranged or (turns and turns[-1]["until"]):
            return DateValue(found.day)
    year_end = _YEAR_END.search(words)
    if year_end:
        return DateValue(date(int(year_end["year"]), 12, 31))
    span = _period(words)
    if span is not None:
        return EndValue(period=span.value, event=_event(words, span))
    if len(dates) == 1 and len(words) < 40:
        return DateValue(dates[0].day)
    if _PERPETUAL.search(words) or _TERMINATED.search(words):
        return EndValue(perpetual=True)
    upon = _UPON.search(words)
    return EndValue(event=upon["event"].strip()) if upon else None


def _period(words: str) -> DurationFound | None:
    anniversaries = find_anniversaries(words)
    if anniversaries:
        return anniversaries[0]
    return meant("term", words, find_durations(words))


def _event(words: str, span: DurationFound) -> str | None:
    """What the period is counted from, as the words have it."""
    after = _EVENT.match(words[span.end :].lstrip(" ,)\"'")) or _EVENT.search(words[span.end : span.end + 60])
    if after:
        return after["event"].strip()
    before = _EARLIER.search(words[: span.start])
    return before["event"].strip() if before else None
