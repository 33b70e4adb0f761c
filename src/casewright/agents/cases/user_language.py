"""Which language a user writes in: told message by message, kept where one is too short to say."""

from __future__ import annotations

import re
import tomllib
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from casewright.agents.cases.notes import statements
from casewright.vocabulary.folding import fold
from casewright.vocabulary.little_words import ENGLISH, ROMANIAN, ROMANIAN_LETTERS

if TYPE_CHECKING:
    from collections.abc import Mapping

_LEFT_OUT = re.compile(r"\{\{[^{}]*\}\}|„[^”\"]*[”\"]|“[^”]*”|\"[^\"]*\"|`[^`]*`")
"""Placeholders, and what is quoted: it is somebody else's."""
_WORD = re.compile(r"[^\W\d_]+(?:['-][^\W\d_]+)*")
_FEWEST = 3
"""A text of fewer words, such as a name, a number or a yes, is of no language."""
_FEWEST_TELLING = 2


def language_of(text: str) -> str | None:
    """``en`` or ``ro`` as the text is written, with or without diacritics; None where it does not say."""
    words = _WORD.findall(_LEFT_OUT.sub(" ", text).replace("\u2019", "'"))
    if len(words) < _FEWEST:
        return None
    english = sum(_is_english(word) for word in words)
    romanian = sum(_is_romanian(word) for word in words)
    if max(english, romanian) < _FEWEST_TELLING or english == romanian:
        return None
    return "en" if english > romanian else "ro"


def language_spoken(details: Mapping[str, Any]) -> str | None:
    """That of the latest message in the case file that says; None where none does."""
    said = reversed(statements(details))
    return next((found for found in map(language_of, said) if found is not None), None)


def _is_english(word: str) -> bool:
    folded = fold(word)
    return folded not in _words("both") and (folded in ENGLISH or folded in _words("english"))


def _is_romanian(word: str) -> bool:
    """A name has its letters in any language: of other words a letter that only Romanian has says enough."""
    folded = fold(word)
    if folded in _words("both"):
        return False
    if folded in ROMANIAN or folded in _words("romanian") or _clitic().fullmatch(folded):
        return True
    return word[0].islower() and not ROMANIAN_LETTERS.isdisjoint(word.lower())


@cache
def _clitic() -> re.Pattern[str]:
    return re.compile(_data()["clitics"])


@cache
def _words(name: str) -> frozenset[str]:
    return frozenset(_data()[name].split())


@cache
def _data() -> Mapping[str, str]:
    text = files("casewright.agents.cases").joinpath("user_language.toml").read_text(encoding="utf-8")
    return tomllib.loads(text)
