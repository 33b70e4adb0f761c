"""The workbench of those who alter figures: which tell the same fact, what depends on them, and which are taken."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from evals.rooms.made.document import Sentence
from evals.rooms.made.figure import Fig
from evals.rooms.made.room import Entry

if TYPE_CHECKING:
    from evals.rooms.made.document import Doc
    from evals.rooms.made.relation import Relation
    from evals.rooms.made.room import Room

_SAME = {"liabilities": "assets"}
_GRAVE = {
    "revenue",
    "ebitda",
    "net",
    "debt",
    "cash",
    "price",
    "multiple",
    "stake",
    "shares",
    "equity",
    "net_debt",
    "assets",
    "gross",
}


class Bench:
    """The figures and relations of a written room, by fact."""

    def __init__(self, room: Room) -> None:
        self.room, self.rng, self.company = room, room.rng, room.company
        self.homes: dict[int, Doc] = {}
        self.figures: list[Fig] = []
        self.by_fact: dict[str, list[Fig]] = {}
        self.relations: list[Relation] = []
        self.feeds: dict[int, list[Relation]] = {}
        for doc in room.docs:
            self.relations += doc.relations
            for fig in doc.figures():
                self.homes[id(fig)] = doc
                self.figures.append(fig)
                self.by_fact.setdefault(self.fact(fig.key), []).append(fig)
        for relation in self.relations:
            for fig in relation.figures:
                self.feeds.setdefault(id(fig), []).append(relation)
        self.taken = {self.fact(key) for key in room.locked}
        # What is part of a claim or of a near-miss is told as it has to be; nothing else is planted in it.
        self.shielded = {id(fig) for doc in room.docs for fig in _of_remarks(doc)}

    def fact(self, key: str) -> str:
        """One name for keys that tell the same fact, such as an opening and the closing before."""
        metric, entity, period = key.split("|")
        calendar, years = self.company.calendar, self.company.calendar.years
        if metric in ("base", "opening"):
            months = calendar.periods()[period]
            return f"base|{entity}|{months[-1] if metric == 'base' else months[0] - 1}"
        if metric in ("cash_open", "fixed_open"):
            before = years.index(period) - 1
            return f"{metric.removesuffix('_open')}|{entity}|{years[before] if before >= 0 else 'before'}"
        if metric in ("loan_close", "loan_open") or (metric == "debt" and entity.startswith("loan")):
            quarter, year = period.split() if " " in period else ("Q1" if metric == "loan_open" else "Q4", period)
            return f"loan|{entity}|{4 * years.index(year) + int(quarter[1]) - (metric == 'loan_open')}"
        if key == f"staff_cost|group|{self.company.last}":
            return f"overhead0|group|{period}"
        if metric == "revenue" and entity == "sub":
            return f"revenue|site{len(self.company.sites) - 1}|{period}"
        if metric in ("loan_repaid", "fee", "cap"):
            return key
        return f"{_SAME.get(metric, metric)}|{entity}|{period}"

    def mentions(self, fig: Fig) -> list[Fig]:
        """All figures of the room that tell the fact, the figure itself among them."""
        return self.by_fact[self.fact(fig.key)]

    def told_elsewhere(self, fig: Fig) -> bool:
        """True where another document tells the fact rightly."""
        home = self.homes[id(fig)]
        return any(self.homes[id(one)] is not home and not one.altered for one in self.mentions(fig))

    def is_reckonable(self, fig: Fig) -> bool:
        """True where the room tells what the ratio is made of, or tells the ratio a second time."""
        _, above, below = self.company.ratios[fig.key]
        return len(self.mentions(fig)) > 1 or all(self.fact(key) in self.by_fact for key in (above, below))

    def is_free(self, fig: Fig) -> bool:
        """True where neither the fact nor what is reckoned from it or makes it was touched."""
        if id(fig) in self.shielded and fig.metric != "price_abroad":
            return False
        return not fig.altered and not any(self.fact(one.key) in self.taken for one in self.around(fig))

    def around(self, fig: Fig) -> list[Fig]:
        """Where a finding about the figure may stand: its fact's mentions, and what depends on it in its document."""
        found = list(self.mentions(fig))
        results = [relation.result for relation in self.feeds.get(id(fig), [])]
        found += [result for result in results if id(result) in self.homes]
        home, fact = self.homes[id(fig)], self.fact(fig.key)
        lists = {id(self.homes[id(one)]) for one in self.mentions(fig) if self.homes[id(one)].sheets}
        is_only_list = lists == {id(home)}
        for other in self.figures:
            # Whoever reckons with the only list that tells a figure doubts the ratios of other documents too.
            if (is_only_list or self.homes[id(other)] is home) and other.key in self.company.ratios:
                _, above, below = self.company.ratios[other.key]
                if fact in (self.fact(above), self.fact(below)):
                    found.append(other)
        if fig.key in self.company.ratios:
            _, above, below = self.company.ratios[fig.key]
            found += [
                one
                for key in (above, below)
                for one in self.by_fact.get(self.fact(key), [])
                if self.homes[id(one)] is home
            ]
        return list({id(one): one for one in found}.values())

    def is_prose(self, fig: Fig) -> bool:
        """True in a sentence, where the figure carries its own unit."""
        return bool(re.search(r"[A-Za-z]", fig.form.before + fig.form.after)) or (
            not self.homes[id(fig)].sheets and not fig.form.brackets
        )

    def plant(
        self, kind: str, way: str, says: str, figs: list[Fig], extra: tuple[Fig, ...] = (), *, alone: bool = False
    ) -> None:
        """Record the altered figures as a defect, and take what is around them (``alone``: their mentions only)."""
        near = [one for fig in figs for one in (self.mentions(fig) if alone else self.around(fig))]
        parts = {id(one): one for one in [*near, *extra]}
        for fig in figs:
            fig.altered = True
        self.taken |= {self.fact(one.key) for one in parts.values()}
        grave = any(fig.metric in _GRAVE and not re.match(r"(line|site|h)\d", fig.entity) for fig in figs)
        home = self.homes[id(figs[0])]
        others = {self.homes[id(one)].type for one in self.mentions(figs[0])} - {home.type}
        telling = kind != "contradiction" or bool(
            others & {"accounts", "kpis", "customers", "captable", "loans", "headcount", "pipeline"}
        )
        self.room.entries.append(
            Entry(kind, way, says, tuple(parts.values()), True, grave, home.file if telling else "")
        )

    def describe(self, fig: Fig) -> str:
        """The fact in words."""
        company, entity = self.company, fig.entity
        match = re.fullmatch(r"(?:plan-)?(line|site|dep|loan|c|h)(\d+)", entity)
        names = {
            "line": company.lines,
            "site": company.sites,
            "dep": company.departments,
            "loan": tuple(one.lender for one in company.loans),
            "c": tuple(one.name for one in company.customers),
            "h": company.holders,
        }
        of = f" of {names[match[1]][int(match[2])]}" if match else "" if entity == "group" else f" ({entity})"
        metric = re.fullmatch(r"(direct|overhead)(\d)", fig.metric)
        what = (
            (company.direct if metric[1] == "direct" else company.overhead)[int(metric[2])]
            if metric
            else fig.metric.replace("_", " ")
        )
        return f"{what}{of}, {fig.period}"


def _of_remarks(doc: Doc) -> list[Fig]:
    """The figures of sentences that were built in."""
    tags = ("claims.", "notes.", "mutual.", "captable.", "bank.")
    spots = [spot.part for spot in doc.spots() if isinstance(spot.part, Sentence) and spot.part.tag.startswith(tags)]
    return [part for one in spots for part in one.parts if isinstance(part, Fig)]


def transposed(value: float, step: float) -> float | None:
    """The value with two neighbouring digits of what is shown swapped, the leftmost that differ by more than one."""
    digits = list(str(round(abs(value) / step)))
    for at in range(len(digits) - 1):
        if abs(int(digits[at]) - int(digits[at + 1])) > 1 and not (at == 0 and digits[1] == "0"):
            digits[at], digits[at + 1] = digits[at + 1], digits[at]
            return (1 if value >= 0 else -1) * int("".join(digits)) * step
    return None
