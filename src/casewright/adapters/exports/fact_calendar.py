"""Days of contracts as a calendar (RFC 5545): an event for each, with alarms and what it follows from."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, Final
from uuid import NAMESPACE_URL, uuid5

from icalendar import Alarm, Calendar, Event

from casewright.evidence.facts.certainty import Certainty
from casewright.evidence.facts.deadlines import DeadlineKind
from casewright.evidence.facts.fact_table import label_of
from casewright.vocabulary.outside_text import show_line

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from datetime import datetime

    from casewright.evidence.facts.deadlines import Deadline

_NAMES: Final[Mapping[DeadlineKind, str]] = {
    DeadlineKind.EXPIRY: "Ends",
    DeadlineKind.NOTICE: "Last day for notice against renewal",
    DeadlineKind.RENEWAL: "Renewal, unless notice was given",
}
_ALARMS: Final[Mapping[DeadlineKind, tuple[int, ...]]] = {
    DeadlineKind.EXPIRY: (30, 7),
    DeadlineKind.NOTICE: (30, 7, 1),
    DeadlineKind.RENEWAL: (7,),
}
"""Days before the event."""
_QUOTE: Final = 600


def fact_calendar(title: str, deadlines: Sequence[Deadline], made: datetime) -> bytes:
    """The calendar, made at this time. An event's UID stays while document and kind do, so that a new import updates.

    What follows from a fact below *high* is tentative, and its name says "perhaps" or "medium".
    """
    calendar = Calendar()
    calendar.add("prodid", "-//Casewright//Facts of contracts//EN")
    calendar.add("version", "2.0")
    calendar.add("calscale", "GREGORIAN")
    calendar.add("x-wr-calname", show_line(title))
    for one in deadlines:
        calendar.add_component(_event(one, made))
    written: bytes = calendar.to_ical()
    return written


def _event(one: Deadline, made: datetime) -> Event:
    sure = one.certainty in (Certainty.PERSON, Certainty.HIGH)
    name = f"{_NAMES[one.kind]}: {show_line(one.filename)}"
    summary = name if sure else f"{name} ({one.certainty.value})"
    event = Event()
    event.add("uid", f"{uuid5(NAMESPACE_URL, f'casewright:{one.document_id}:{one.kind.value}')}@casewright")
    event.add("dtstamp", made)
    event.add("dtstart", one.day)
    event.add("dtend", one.day + timedelta(days=1))
    event.add("summary", summary)
    event.add("description", _description(one))
    event.add("transp", "TRANSPARENT")
    event.add("status", "CONFIRMED" if sure else "TENTATIVE")
    event.add("categories", [one.kind.value])
    for days in _ALARMS[one.kind]:
        alarm = Alarm()
        alarm.add("action", "DISPLAY")
        alarm.add("description", summary)
        alarm.add("trigger", timedelta(days=-days))
        event.add_component(alarm)
    return event


def _description(one: Deadline) -> str:
    lines = [show_line(one.why), ""]
    for field, fact in one.facts:
        quote = show_line(fact.quote)
        cut = quote if len(quote) <= _QUOTE else f"{quote[:_QUOTE].rsplit(' ', 1)[0]} […]"
        lines.append(f"{label_of(field)}: {fact.shown} ({fact.trust}; {fact.place})")
        lines += [f"“{cut}”", ""]
    lines.append("Read by Casewright. Check the contract before you rely on a day.")
    return "\n".join(lines)
