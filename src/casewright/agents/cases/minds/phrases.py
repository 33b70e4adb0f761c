"""What the rule-based assistant says, by language (``phrases/{ro,en}.toml``); how days and lists are written."""

from __future__ import annotations

import re
import tomllib
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from casewright.agents.cases.messages import LANGUAGES, filled, thousands_apart
from casewright.agents.cases.minds.dates import write_date
from casewright.casework.time_limits import days_in_words
from casewright.vocabulary.months import ENGLISH_TITLES

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from datetime import date

    from casewright.casework.kinds.case_kind import Fact

_DOTS = re.compile(r"(\w)\.\.(?!\.)")
"""The end of a sentence behind a short form: „pentru dvs..”."""


def phrase(name: str, language: str, /, **values: object) -> str:
    """The phrase of that name. Raises ``KeyError`` for a name that there is none of, or a value that is missing."""
    return _DOTS.sub(r"\1.", filled(_phrases(_known(language))[name], **values))


def fact_named(fact: Fact, language: str) -> str:
    """What a fact is called within a sentence of that language."""
    if _known(language) == "en":
        return fact.label_en
    return fact.label[0].lower() + fact.label[1:]


def of_language(texts: Mapping[str, str], language: str) -> str:
    """The text of that language, else the Romanian one; empty where there is none."""
    return texts.get(_known(language)) or texts.get("ro", "")


def write_day(day: date, language: str) -> str:
    """The day as a sentence of that language has it."""
    return write_date(day) if _known(language) == "ro" else f"{day.day} {ENGLISH_TITLES[day.month - 1]} {day.year}"


def write_days(count: int, language: str) -> str:
    """So many days, with the words that the number asks for."""
    return days_in_words(count, _known(language))


def write_number(number: int, language: str) -> str:
    """A whole number with its thousands apart as the language has it."""
    return thousands_apart(number, _known(language))


def join_words(words: Sequence[str], language: str) -> str:
    """The words as a list with "and" before the last."""
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} {'și' if _known(language) == 'ro' else 'and'} {words[-1]}"


def details_named(fields: Sequence[str], language: str) -> str:
    """The details of a party by their names for people."""
    names = _details(_known(language))
    return ", ".join(names.get(field, field) for field in fields)


def _known(language: str) -> str:
    return language if language in LANGUAGES else "ro"


def of_amount(value: str, language: str) -> str:
    """A value as it is told in a language: Romanian puts „de” between most amounts and their currency."""
    return value if language == "ro" else re.sub(r"(?<=\d) de (?=lei|euro)", " ", value)


def _phrases(language: str) -> Mapping[str, str]:
    found: Mapping[str, str] = _data(language)["phrase"]
    return found


def _details(language: str) -> Mapping[str, str]:
    found: Mapping[str, str] = _data(language)["detail"]
    return found


@cache
def _data(language: str) -> Mapping[str, Any]:  # parsed TOML
    file = files("casewright.agents.cases.minds").joinpath("phrases", f"{language}.toml")
    return tomllib.loads(file.read_text(encoding="utf-8"))
