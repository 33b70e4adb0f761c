"""The dates and the numbers of a text, told apart."""

from __future__ import annotations

import re
from decimal import Decimal

from casewright.evidence.muhasabah.days import Day, days, without
from casewright.evidence.muhasabah.figures import Figure, Unit, figures

_IN = re.compile(r"\b(?:in|since|by|during|until|till|of|for|from|before|after|year|anul|din|la)\s*$", re.IGNORECASE)


def numbers(text: str) -> tuple[list[Day], list[Figure]]:
    """What of ``text`` is a date or period, and what is a number of something. References are taken out before.

    A bare year ("2025") is a date unless it has a unit or counts something; as ``perhaps_a_number`` says, it may still
    be a number.
    """
    found = days(text)
    named = [one for one in found if not one.perhaps_a_number]
    counted = figures(without(text, named))
    years = [one for one in found if one.perhaps_a_number and _is_year(one, counted, text)]
    left = [one for one in counted if not any(_overlap(one, year) for year in years)]
    return sorted((*named, *years), key=lambda one: one.start), left


def as_figure(day: Day, text: str) -> Figure:
    """The number that a bare year may be."""
    return Figure(day.start, day.end, Decimal(text[day.start : day.end]))


def _is_year(day: Day, counted: list[Figure], text: str) -> bool:
    beside = [one for one in counted if _overlap(one, day)]
    if any(one.unit is not Unit.BARE or one.scale for one in beside):
        return False
    return all(one.noun is None for one in beside) or _IN.search(text[max(0, day.start - 12) : day.start]) is not None


def _overlap(one: Figure, other: Day) -> bool:
    return one.start < other.end and other.start < one.end
