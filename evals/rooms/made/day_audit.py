"""Reads the days and years of a room's prose anew and compares them with its model: ``wrong_days``."""

from __future__ import annotations

import re
from datetime import date, timedelta
from typing import TYPE_CHECKING

from .calendar import LONG
from .figure import Fig
from .papers.contract import terms

if TYPE_CHECKING:
    from collections.abc import Iterator

    from .company import Contract
    from .document import Doc, Sentence
    from .room import Room

_MONTHS = {name[:3]: at for at, name in enumerate(LONG, 1)}
_WORD = "|".join((*LONG, *_MONTHS))
_DAYS = re.compile(
    rf"(?P<d1>\d{{1,2}}) (?P<m1>{_WORD}) (?P<y1>\d{{4}})|(?P<m2>{_WORD}) (?P<d2>\d{{1,2}}), (?P<y2>\d{{4}})"
    r"|(?P<y3>\d{4})-(?P<n3>\d{2})-(?P<d3>\d{2})|(?P<d4>\d{1,2})\.(?P<n4>\d{2})\.(?P<y4>\d{4})"
)
_YEARS = re.compile(
    r"(?:FY|FYE |fiscal |financial year |business year |anul |exercițiul |anul fiscal )(\d{4}|\d{2})\b"
    r"|\b20\d{2}/(\d{2})\b",
    re.IGNORECASE,
)
# Sentences that tell of another year or day than their figures are of, as they say.
_OTHER = ("notes.rate", "notes.restated")


def read_days(text: str) -> list[date]:
    """The days that stand in the text, in their order, in any of the ways in which rooms write them."""
    found = []
    for match in _DAYS.finditer(text):
        part = {name[0]: value for name, value in match.groupdict().items() if value}
        month = int(part["n"]) if "n" in part else _MONTHS[part["m"][:3]]
        found.append(date(int(part["y"]), month, int(part["d"])))
    return found


def wrong_days(room: Room) -> Iterator[str]:
    """Days and years that are not those of the figures and contracts they stand with, and are not planted."""
    told = {id(part) for entry in room.entries if entry.planted for part in entry.parts}
    for doc in room.docs:
        for one in (one for line in doc.lines for one in line.sentences):
            figs = [part for part in one.parts if isinstance(part, Fig)]
            if id(one) in told or any(fig.altered for fig in figs) or one.tag in _OTHER:
                continue
            yield from _wrong_years(doc, one, figs)
            yield from _wrong_ends(room, doc, one, figs)
    for contract in room.contracts():
        doc = next(doc for doc in room.docs if doc.type == f"contract.{contract.id}")
        yield from _wrong_terms(room, doc, terms(room, contract), told)


def _wrong_years(doc: Doc, one: Sentence, figs: list[Fig]) -> Iterator[str]:
    named = {f"FY{(full or short)[-2:]}" for full, short in _YEARS.findall(one.text)}
    periods = {fig.period for fig in figs if fig.period.startswith("FY")}
    if named and periods and not periods <= named:
        yield f"{doc.file}: {one.text!r} names {sorted(named)} and tells {sorted(periods)}"


def _wrong_ends(room: Room, doc: Doc, one: Sentence, figs: list[Fig]) -> Iterator[str]:
    calendar = room.company.calendar
    ends = {calendar.year(back): calendar.year_end(back) for back in range(3)} | dict.fromkeys(
        ("YTD", "LTM"), calendar.open_end
    )
    known = {ends[fig.period] for fig in figs if fig.period in ends}
    for day in read_days(one.text):
        if known and day not in known:
            yield f"{doc.file}: {one.text!r} is of another day than {sorted(known)}"


def _wrong_terms(room: Room, doc: Doc, contract: Contract, told: set[int]) -> Iterator[str]:
    texts = {one.tag: one for line in doc.lines for one in line.sentences if one.tag}
    term = texts[f"clauses.term.{contract.id}"]
    if id(term) not in told and read_days(term.text) != [contract.effective, contract.end]:
        yield f"{doc.file}: {term.text!r} is not the term {contract.effective} to {contract.end}"
    if contract.end < room.company.as_of and id(term) not in told:
        yield f"{doc.file}: is over on the deal's day"
    signed = [
        day
        for line in doc.lines[-12:]
        for one in line.sentences
        if "clauses" not in one.tag
        for day in read_days(one.text)
    ]
    latest = contract.effective + timedelta(days=60 if room.on("near.retro", contract.id) else 0)
    for day in signed:
        if day not in (contract.effective, contract.end) and not date(2005, 1, 1) < day <= latest:
            yield f"{doc.file}: was signed on {day}, after it took effect"
