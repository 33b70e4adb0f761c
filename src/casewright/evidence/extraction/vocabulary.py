"""The metrics whose figures are extracted, and the names that documents give them."""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from enum import StrEnum
from functools import cache, lru_cache
from importlib.resources import files

from casewright.domain.claims import ClaimClass, Materiality
from casewright.vocabulary.folding import base_letter
from casewright.vocabulary.lookalikes import read_figures_alike


class Kind(StrEnum):
    """What a metric is measured in."""

    MONEY = "money"
    PERCENT = "percent"
    COUNT = "count"
    RATIO = "ratio"
    TIME = "time"


@dataclass(frozen=True, slots=True)
class Metric:
    """One metric, as vocabulary.toml says."""

    name: str
    kind: Kind
    claim_class: ClaimClass
    materiality: Materiality
    positive: bool = False
    level: bool = False
    one_of: bool = False
    unit: str = ""


@dataclass(frozen=True, slots=True)
class Mention:
    """A metric that is named at ``start`` to ``end``."""

    start: int
    end: int
    metric: Metric


def plain(text: str) -> str:
    """``text`` in small letters without diacritics, as long as it was, so that places stay where they are."""
    if text.isascii():
        return text.lower().replace("\n", " ").replace("\t", " ")
    return "".join(map(_letter, read_figures_alike(text)))


@cache
def _letter(character: str) -> str:
    if character in "’‘":
        return "'"
    if character in "\n\t":
        return " "
    base = base_letter(character).lower()
    return base if len(base) == 1 else character


@lru_cache(maxsize=4_096)
def find_metric(label: str) -> Metric | None:
    """The metric of exactly this name, given in its plain form; None where it is none."""
    return _by_name().get(" ".join(label.split()))


@cache
def metric(name: str) -> Metric | None:
    """The metric that claims carry under this name."""
    return _metrics().get(name)


def mentions(line: str) -> list[Mention]:
    """The metrics named in a line in its plain form, the longest name at each place, in order."""
    return [
        Mention(found.start(), found.end(), _by_name()[" ".join(found[0].split())])
        for found in _all_names().finditer(line)
    ]


@cache
def nouns() -> dict[str, Metric]:
    """What is counted, by the words that follow a number."""
    found: dict[str, Metric] = {}
    for name, entry in _table().items():
        said = entry.get("nouns", ())
        if isinstance(said, list):
            found |= dict.fromkeys(said, _metrics()[name])
    return found


@cache
def _table() -> dict[str, dict[str, object]]:
    text = files("casewright.evidence.extraction").joinpath("vocabulary.toml").read_text(encoding="utf-8")
    return tomllib.loads(text)


@cache
def _metrics() -> dict[str, Metric]:
    return {
        name: Metric(
            name=name,
            kind=Kind(str(entry["kind"])),
            claim_class=ClaimClass(str(entry["class"])),
            materiality=Materiality(str(entry["materiality"])),
            positive=bool(entry.get("positive", False)),
            level=bool(entry.get("level", False)),
            one_of=bool(entry.get("one_of", False)),
            unit=str(entry.get("unit", "")),
        )
        for name, entry in _table().items()
    }


@cache
def _by_name() -> dict[str, Metric]:
    found: dict[str, Metric] = {}
    for name, entry in _table().items():
        names = entry["names"]
        if isinstance(names, list):
            found |= dict.fromkeys(names, _metrics()[name])
    return found


@cache
def _all_names() -> re.Pattern[str]:
    names = sorted(_by_name(), key=len, reverse=True)
    return re.compile(
        r"(?<![\w/-])(?:" + "|".join(re.escape(name).replace(r"\ ", r"\s+") for name in names) + r")(?![\w/-])"
    )
