"""The shipped sample cases that tests carry from the first message to the paper, their dates counted from a day."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from datetime import timedelta
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from casewright.agents.cases.minds.dates import write_date

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from datetime import date

NAMES = ("amenda", "concediere", "creanta", "viteza")
_ABOUT_A_PARTY = ("role", "kind")


@dataclass(frozen=True, slots=True)
class SampleCase:
    """One case. ``holds`` has to stand on paper, ``lacks`` must not; ``steps`` are what the user does, in order."""

    name: str
    title: str
    tier: int
    draft: str
    steps: Sequence[Mapping[str, Any]]
    parties: Mapping[str, Mapping[str, str]]
    holds: Sequence[str]
    lacks: Sequence[str]
    revisions: int
    dates: Mapping[str, str]

    def document(self, file: str) -> bytes:
        """A document's bytes; in a text the dates are filled in."""
        data = files("casewright").joinpath("samples", "cases", self.name, file).read_bytes()
        return data.decode().format_map(self.dates).encode() if file.endswith(".txt") else data

    @property
    def personal(self) -> list[str]:
        """Every detail of a party."""
        return [value for party in self.parties.values() for name, value in party.items() if name not in _ABOUT_A_PARTY]


def sample_case(name: str, today: date) -> SampleCase:
    """The case of that name."""
    text = files("casewright").joinpath("samples", "cases", name, "case.toml").read_text(encoding="utf-8")
    about = tomllib.loads(text)
    dates = {key: write_date(today - timedelta(days=days)) for key, days in about["days_ago"].items()}
    return SampleCase(
        name=name,
        title=about["title"],
        tier=about["tier"],
        draft=about["draft"],
        steps=[
            {key: value.format_map(dates) if isinstance(value, str) else value for key, value in step.items()}
            for step in about["steps"]
        ],
        parties={party["role"]: party for party in about["party"]},
        holds=[one.format_map(dates) for one in about["holds"]],
        lacks=about["lacks"],
        revisions=about["revisions"],
        dates=dates,
    )
