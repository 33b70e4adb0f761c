"""The sample cases that come with Casewright: what their users say, and who their parties are."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from datetime import timedelta
from enum import StrEnum
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from casewright.cli.corpus import import_examples
from casewright.cli.state import answer

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import date

    from casewright.bootstrap.home import Casewright

_MONTHS = (
    *("ianuarie", "februarie", "martie", "aprilie", "mai", "iunie"),
    *("iulie", "august", "septembrie", "octombrie", "noiembrie", "decembrie"),
)
_ABOUT_A_PARTY = ("role", "kind")


class SampleCaseName(StrEnum):
    """The sample cases there are."""

    CONTRAVENTIE = "contraventie"


@dataclass(frozen=True, slots=True)
class SampleCase:
    """One of them, its dates counted back from today. ``undeclared`` was said and is nobody's stored detail."""

    title: str
    description: str
    messages: tuple[str, ...]
    after_the_question: str
    undeclared: tuple[str, ...]
    parties: tuple[Mapping[str, Any], ...]

    @property
    def personal(self) -> list[str]:
        """Every value that is a person's, each once: the parties' details, and what was said of others."""
        details = (str(value) for party in self.parties for name, value in party.items() if name not in _ABOUT_A_PARTY)
        return list(dict.fromkeys((*details, *self.undeclared)))


def sample_case(name: SampleCaseName, today: date) -> SampleCase:
    """The sample case of that name."""
    text = files("casewright").joinpath("samples", "cases", name.value, "case.toml").read_text(encoding="utf-8")
    about = tomllib.loads(text)
    dates = {key: _in_words(today - timedelta(days=days)) for key, days in about["days_ago"].items()}
    return SampleCase(
        title=about["title"],
        description=about["description"],
        messages=tuple(one.format_map(dates) for one in about["messages"]),
        after_the_question=about["after_the_question"],
        undeclared=tuple(about["undeclared"]),
        parties=tuple(about["party"]),
    )


def open_sample_case(casewright: Casewright, sample: SampleCase) -> dict[str, Any]:
    """Open the case with its parties, in a home that has the invented acts."""
    import_examples(casewright)
    case: dict[str, Any] = answer(casewright, "create_case", {"title": sample.title, "description": sample.description})
    for party in sample.parties:
        details = {name: value for name, value in party.items() if name != "role"}
        added = answer(casewright, "add_party", details)
        part = {"case_id": case["case_id"], "party_id": added["party_id"], "role": party["role"]}
        answer(casewright, "attach_party", part)
    return case


def _in_words(day: date) -> str:
    return f"{day.day} {_MONTHS[day.month - 1]} {day.year}"
