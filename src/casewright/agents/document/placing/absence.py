"""Statements that something is not there, and whether a tool looked for it in this turn."""

from __future__ import annotations

import re
import tomllib
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any, Final

from casewright.iql.wording import fold_words
from casewright.questions.specific import says_nothing
from casewright.questions.subjects import subjects_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from casewright.agents.document.state import Lookup

_WORD: Final = re.compile(r"[^\W_]+")
_STEM: Final = 5
_ENOUGH: Final = 0.5
"""The share of what a statement speaks of that a tool must have been asked for, where it names no known subject."""


def says_absent(text: str) -> bool:
    """Whether the sentence says that something is not there, or was not found."""
    plain = fold_words(text).lower()
    return any(pattern.search(plain) for pattern in _patterns())


def looked_for(text: str, looked: Sequence[Lookup]) -> list[Lookup]:
    """The lookups of the turn that looked for what ``text`` says is not there, file names taken out of it.

    Those that found nothing go before searches, which only tell what is nearest. A sentence that names nothing ("I
    could not find it") speaks of all that was not found.
    """
    missed = [one for one in looked if one["found"] is False]
    searched = [one for one in looked if one["found"] is None]
    fits = [one for one in missed if _speaks_of(text, one)]
    return fits or [one for one in searched if _speaks_of(text, one)]


def _speaks_of(text: str, one: Lookup) -> bool:
    subjects = _subjects(text)
    if subjects & _sought(one):
        return True
    words, asked = _content(text), _content(f"{one['words']} {one['said']}")
    if not words:
        return not subjects
    share = len(words & asked) / len(words)
    return share == 1 if subjects else share >= _ENOUGH


def _sought(one: Lookup) -> set[str]:
    return _subjects(one["words"]) | ({one["field"]} if one["field"] else set())


def _subjects(text: str) -> set[str]:
    return {key for one in subjects_of(text) for key in (one.field, one.statement) if key is not None}


def _content(text: str) -> set[str]:
    """The beginnings of the words that say what is spoken of."""
    words = [fold_words(hit[0]).lower() for hit in _WORD.finditer(text)]
    return {word[:_STEM] for word in words if not says_nothing(word) and word not in _empty()}


@cache
def _data() -> dict[str, Any]:
    return tomllib.loads(files("casewright.agents.document.placing").joinpath("absence.toml").read_text("utf-8"))


@cache
def _patterns() -> tuple[re.Pattern[str], ...]:
    return tuple(re.compile(one) for one in _data()["says"])


@cache
def _empty() -> frozenset[str]:
    return frozenset(_data()["words"].split())
