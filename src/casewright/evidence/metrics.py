"""What is known of metrics by their names: which names mean one metric, what kind it is, how old a source may be."""

from __future__ import annotations

import re
import tomllib
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING

from casewright.domain.periods import PeriodKind
from casewright.vocabulary.company_forms import SHORT_OF

if TYPE_CHECKING:
    from casewright.domain.periods import Period

_APART = re.compile(r"[\s_\-–]+")
_CHANGE = re.compile(r"\b(?:growth|change|increase|decrease|decline|cagr|trend|yoy|qoq|mom|delta|average|run rate)\b")


@cache
def metric_name(metric: str) -> str:
    """The one name of ``metric``, whatever it is called: ``Annual_Recurring Revenue`` is ``arr``."""
    plain = _APART.sub(" ", metric.casefold()).strip()
    return _synonyms().get(plain, plain)


@cache
def show_metric(metric: str) -> str:
    """``metric`` as people write it: ``arr`` is ``ARR``."""
    capitals = _capitals()
    return " ".join(word.upper() if word in capitals else word for word in metric.split())


def metric_is(metric: str | None, when: str = "") -> str:
    """How a sentence begins about the metric: ``ARR for FY2025 is``, ``exports are``."""
    name = metric or "figure"
    return f"{show_metric(name)}{when} {_verb(name)}"


def _verb(metric: str) -> str:
    last = metric.rpartition(" ")[2]
    plural = last.endswith("s") and not last.endswith(("ss", "us", "is")) and last not in _capitals()
    return "are" if plural else "is"


@cache
def unit_name(unit: str) -> str:
    """What is counted, in the singular and by one of its words: ``clients`` is ``customer``."""
    plain = _APART.sub(" ", unit.casefold()).strip(" .")
    known = _unit_words()
    if plain in known:
        return known[plain]
    singular = _singular(plain)
    return known.get(singular, singular)


@cache
def entity_name(entity: str) -> str:
    """``entity`` without regard to case, dots, commas and the long form of its legal form."""
    words = re.sub(r"[.,]", "", entity.casefold()).split()
    return " ".join(SHORT_OF.get(word, word) for word in words)


def is_kind(metric: str, kind: str) -> bool:
    """Whether metrics.toml lists the metric of this name under ``kind``: balance, monthly, level, flow or steady."""
    return metric in _kinds()[kind]


@cache
def is_change(metric: str) -> bool:
    """Whether the metric compares times with each other, such as a growth rate."""
    return _CHANGE.search(metric) is not None


@cache
def known_metrics() -> dict[str, str]:
    """The one name of every metric that metrics.toml knows, by each of its names."""
    listed = {name: metric_name(name) for names in _kinds().values() for name in names}
    return listed | _synonyms()


@cache
def base_of_change(metric: str) -> str:
    """What a metric that compares times is a change of: ``revenue growth`` is one of ``revenue``; else the metric."""
    return metric_name(" ".join(_CHANGE.sub(" ", metric).replace(" in ", " ").replace(" of ", " ").split()))


def months_allowed(metric: str, period: Period | None) -> int:
    """How many months old a source for the metric may be (spec, "Detectors")."""
    kinds, ages = _kinds(), _ages()
    if metric in kinds["balance"]:
        return ages["balance"]
    if (
        metric in kinds["monthly"]
        or "monthly" in metric.split()
        or (period is not None and period.kind is PeriodKind.MONTH)
    ):
        return ages["monthly"]
    return ages["other"]


def _singular(plain: str) -> str:
    if plain.endswith("ies") and len(plain) > 4:
        return plain[:-3] + "y"
    return plain[:-1] if plain.endswith("s") and not plain.endswith("ss") else plain


@cache
def _table() -> dict[str, dict[str, object]]:
    text = files("casewright.evidence").joinpath("metrics.toml").read_text(encoding="utf-8")
    return tomllib.loads(text)


@cache
def _ages() -> dict[str, int]:
    return {name: months for name, months in _table()["ages"].items() if isinstance(months, int)}


@cache
def _capitals() -> frozenset[str]:
    words = _table()["spelling"]["capitals"]
    return frozenset(words) if isinstance(words, list) else frozenset()


@cache
def _kinds() -> dict[str, frozenset[str]]:
    return {kind: frozenset(names) for kind, names in _table()["kinds"].items() if isinstance(names, list)}


@cache
def _synonyms() -> dict[str, str]:
    return _turned("synonyms")


@cache
def _unit_words() -> dict[str, str]:
    return _turned("units")


def _turned(part: str) -> dict[str, str]:
    named = {other: name for name, others in _table()[part].items() if isinstance(others, list) for other in others}
    return named | {name: name for name in _table()[part]}
