"""The hand that writes one document: its wordings, and how it puts money, years and days."""

from __future__ import annotations

import re
import tomllib
from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING, Any

from .calendar import LONG
from .company import COUNTED
from .document import Doc, Sentence
from .figure import COUNT, MULTIPLE, PERCENT, WHOLE_PERCENT, Fig, Format, Mark, Part
from .trade import DATA

if TYPE_CHECKING:
    from datetime import date

    from .room import Room

# The part of its own papers that a Romanian company writes in Romanian.
ROMANIAN = 0.7
ROMANIAN_MONTHS = (
    "ianuarie",
    "februarie",
    "martie",
    "aprilie",
    "mai",
    "iunie",
    "iulie",
    "august",
    "septembrie",
    "octombrie",
    "noiembrie",
    "decembrie",
)
_FIELD = re.compile(r"\{(\w+)\}")


@cache
def data(name: str) -> dict[str, Any]:
    """The data file of that name."""
    return tomllib.loads((DATA / f"{name}.toml").read_text(encoding="utf-8"))


def _ends_with_stop(part: Part) -> bool:
    return (part if isinstance(part, str) else part.text).endswith(".")


class Scribe:
    """Writes ``doc`` of ``room``. Its habits are drawn once and kept through the document."""

    def __init__(self, room: Room, doc: Doc) -> None:
        self.room, self.doc, self.company, rng = room, doc, room.company, room.rng
        self.rng = rng
        self.romanian = self.is_romanian()
        styles, currency = data("styles")[room.pool], room.company.currency
        if self.romanian:
            styles = {**styles, **data("styles")["ro"]}
        before, after, decimals = rng.choice(styles["millions"])
        self.millions = Format(
            1_000_000, decimals, before.format(c=currency), after.format(c=currency), comma=self.romanian
        )
        before, after = rng.choice(styles["thousands"])
        self.thousands = Format(1000, 0, before.format(c=currency), after.format(c=currency), comma=self.romanian)
        self._styles = styles
        years = [one for one in styles["years"] if "{before}" not in one or self.company.calendar.end_month != 12]
        self._year, self._month, self._day = rng.choice(years), rng.choice(styles["months"]), rng.choice(styles["days"])
        self._labels: dict[str, str] = {}
        self.percent = rng.choice([PERCENT, PERCENT, WHOLE_PERCENT])
        self.costs = 1
        # A deck shows whole units as thousands or millions, books as they are kept.
        self.shown: float = self.company.unit
        self.decimals = 0

    def is_romanian(self) -> bool:
        """Most papers that a Romanian company writes for itself are in its language."""
        at_home = self.company.country.words["name"] == "Romania" and self.doc.type in (
            "mail.cfo",
            "mail.sales",
            "minutes",
        )
        return at_home and self.rng.random() < ROMANIAN

    def speaks(self, kind: str) -> bool:
        """True where the document's language has wordings for the kind."""
        group, _, name = kind.rpartition(".")
        return not self.romanian or name in data(f"wordings_ro_{self.room.pool}").get(group or "numbers", {})

    def say(self, kind: str, tag: str = "", **values: Part | list[Part]) -> Sentence:
        """A sentence of the kind in words that the room has used least. Its tag is the kind's unless given."""
        group, _, name = kind.rpartition(".")
        group = group or "numbers"
        wordings: list[str] = data(f"wordings_{self.room.pool}")[group][name]
        if self.romanian:
            wordings = (
                data(f"wordings_ro_{self.room.pool}")[group].get(name, wordings) if self.speaks(kind) else wordings
            )
        least = min(self.room.said.get(one, 0) for one in wordings)
        wording = self.rng.choice([one for one in wordings if self.room.said.get(one, 0) == least])
        self.room.said[wording] = self.room.said.get(wording, 0) + 1
        company = self.company
        common = {"company": company.name, "short": company.short, "seat": company.seat, "trade": company.trade.name}
        pieces = _FIELD.split(wording)
        parts: list[Part] = []
        for at, piece in enumerate(pieces):
            value = (values.get(piece) or common[piece]) if at % 2 else piece
            if isinstance(value, list):
                parts += value
                continue
            if isinstance(value, str) and at <= 1 and not "".join(one for one in parts if isinstance(one, str)):
                value = value[:1].upper() + value[1:]
            if isinstance(value, str) and value.startswith(".") and parts and _ends_with_stop(parts[-1]):
                value = value[1:]
            if value != "":
                parts.append(value)
        return Sentence(parts, tag or kind)

    def label(self, name: str) -> str:
        """The document's word for a table's line or column."""
        if name not in self._labels:
            self._labels[name] = self.rng.choice(data("labels")[self.room.pool][name])
        return self._labels[name]

    def pick_year(self) -> str:
        """The last closed year, or at times the one before it."""
        return self.rng.choice([self.company.last, self.company.last, self.company.prior])

    def money(self, key: str) -> Fig:
        """An amount as prose puts it: in millions, or in thousands where it is smaller than one."""
        value = self.company.facts[key]
        if abs(value) < 1_000_000:
            return Fig(key, value, self.thousands)
        form = self.millions
        if abs(value) < 8_000_000 and form.decimals < 2:
            form = replace(form, decimals=2)
        return Fig(key, value, form)

    def cell(self, key: str, sign: int = 1) -> Fig:
        """An amount as the document's tables put it."""
        form = COUNT if key.split("|")[0] in COUNTED else Format(self.shown, self.decimals, brackets=True)
        return Fig(key, sign * self.company.facts[key], form, sign)

    def share(self, key: str, decimals: int | None = None) -> Fig:
        form = self.percent if decimals is None else Format(0.01, decimals, after="%")
        return Fig(key, self.company.facts[key], replace(form, comma=self.romanian))

    def count(self, key: str) -> Fig:
        return Fig(key, self.company.facts[key], replace(COUNT, comma=self.romanian))

    def times(self, key: str) -> Fig:
        return Fig(key, self.company.facts[key], replace(MULTIPLE, comma=self.romanian))

    def year(self, period: str) -> str:
        """A fiscal year as the document calls it."""
        number = 2000 + int(period.removeprefix("FY"))
        return str(self._year.format(s=f"{number % 100:02d}", y=number, before=number - 1))

    def period(self, period: str) -> str:
        """A fiscal year, quarter or month as the document calls it."""
        if period.startswith("FY"):
            return self.year(period)
        if period.startswith("Q"):
            quarter, year = period.split()
            return f"{quarter} {self.year(year)}"
        return self.month(period)

    def month(self, period: str) -> str:
        year, month = (int(one) for one in period.split("-"))
        text = self._month.replace("%Y", str(year)).replace("%y", f"{year % 100:02d}").replace("%m", f"{month:02d}")
        return str(text.replace("%B", LONG[month - 1]).replace("%b", LONG[month - 1][:3]))

    def day(self, day: date) -> str:
        month = LONG[day.month - 1]
        return str(self._day.format(d=day.day, m=day.month, y=day.year, month=month, mon=month[:3]))

    def span(self) -> str:
        """The months of the year that runs, in words."""
        end = self.company.calendar.open_end
        at = self.company.calendar.open_months - 2
        if self.romanian:
            number = ("două", "trei", "patru", "cinci", "șase")[at]
            return f"cele {number} luni până la {ROMANIAN_MONTHS[end.month - 1]} {end.year}"
        words = ("two", "three", "four", "five", "six")[at]
        return f"the {words} months to {LONG[end.month - 1]} {end.year}"

    def unit(self, figs: list[Fig]) -> Mark:
        """The words that tell in what the table's figures are."""
        name = {1: "units_one", 1000: "units_thousand", 1_000_000: "units_million"}[int(self.shown)]
        mark = Mark(self.rng.choice(self._styles[name]).format(c=self.company.currency), "unit")
        self.room.units.append((self.doc, mark, figs))
        return mark
