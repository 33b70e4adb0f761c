"""The sample cases that come with Casewright: what their users say and show, and who their parties are."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from datetime import timedelta
from enum import StrEnum
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from casewright.vocabulary.months import ROMANIAN

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from datetime import date

_ABOUT_A_PARTY = ("role", "kind")


class SampleCaseName(StrEnum):
    """Those that a demo tells to the end, one of each tier."""

    AMENDA = "amenda"
    CONCEDIERE = "concediere"
    CREANTA = "creanta"


@dataclass(frozen=True, slots=True)
class SampleCase:
    """One of them, its dates counted back from a day.

    A step is ``{"say": text}``, ``{"upload": file}`` or ``{"add": roles}``. ``undeclared`` was said of people who are
    no parties.
    """

    name: str
    title: str
    steps: Sequence[Mapping[str, Any]]
    after_the_question: str
    undeclared: Sequence[str]
    parties: Mapping[str, Mapping[str, str]]
    dates: Mapping[str, str]

    @property
    def personal(self) -> list[str]:
        """Every value that is a person's or a company's: the parties' details, and what was said of others."""
        details = [
            value for party in self.parties.values() for name, value in party.items() if name not in _ABOUT_A_PARTY
        ]
        return list(dict.fromkeys((*details, *self.undeclared)))

    def document(self, file: str) -> bytes:
        """A document's bytes; in a text the dates are filled in."""
        data = files("casewright").joinpath("samples", "cases", self.name, file).read_bytes()
        return data.decode().format_map(self.dates).encode() if file.endswith(".txt") else data


def sample_case(name: str, today: date) -> SampleCase:
    """The sample case of that name."""
    text = files("casewright").joinpath("samples", "cases", name, "case.toml").read_text(encoding="utf-8")
    about = tomllib.loads(text)
    dates = {key: _in_words(today - timedelta(days=days)) for key, days in about["days_ago"].items()}
    steps = [{"say": step["say"].format_map(dates)} if "say" in step else step for step in about["steps"]]
    return SampleCase(
        name=name,
        title=about["title"],
        steps=steps,
        after_the_question=about.get("after_the_question", ""),
        undeclared=about.get("undeclared", []),
        parties={party["role"]: party for party in about["party"]},
        dates=dates,
    )


def _in_words(day: date) -> str:
    return f"{day.day} {ROMANIAN[day.month - 1]} {day.year}"
