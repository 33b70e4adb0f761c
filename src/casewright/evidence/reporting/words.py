"""The words that people have for the names of programs, and sentences with such names told in plain words."""

from __future__ import annotations

import re
import tomllib
from functools import cache, lru_cache
from importlib.resources import files

from casewright.evidence.reporting.parts import in_words

_IN_SENTENCES = ("defect", "severity", "cure", "verdict", "action", "corroboration", "stance", "stop", "outcome")
"""The tables of words.toml whose names stand in sentences of the register and of a debate's roles."""
_ENDS_SENTENCE = re.compile(r"(?:^|[.!?:]\s+|\n)$")


def word_for(kind: str, name: str) -> str:
    """What people call ``name``, which words.toml has under ``kind``; the name itself in words where it has none."""
    return _table().get(kind, {}).get(name) or in_words(name)


def capital(words: str) -> str:
    """``words`` as they begin a sentence."""
    return words[:1].upper() + words[1:]


def spaced(name: str) -> str:
    """``name`` with blanks between its words: ``monthly_burn`` is ``monthly burn``."""
    return name.replace("_", " ")


@lru_cache(maxsize=65_536)
def plain_words(text: str) -> str:
    """``text`` with the names of programs in it as words; what it quotes stays as it stands."""
    if not any(name in text for name in _telling()):
        return text
    for phrase, instead in _table()["phrases"].items():
        text = text.replace(phrase, instead)
    return _names().sub(lambda found: _word(text, found), text)


def _word(text: str, found: re.Match[str]) -> str:
    name = found["name"]
    if name is None:
        return found[0]
    word = _words_of_names()[name]
    return capital(word) if _ENDS_SENTENCE.search(text[: found.start()]) else word


@cache
def _names() -> re.Pattern[str]:
    names = "|".join(sorted(map(re.escape, _words_of_names()), key=len, reverse=True))
    return re.compile(rf"“[^”]*”|\"[^\"\n]*\"|(?<![\w/])(?P<name>{names})(?![\w/])")


@cache
def _words_of_names() -> dict[str, str]:
    found: dict[str, str] = {}
    for kind in _IN_SENTENCES:
        for name, words in _table()[kind].items():
            if name not in ("NONE", "OPEN"):
                found.setdefault(name, words[:1].lower() + words[1:])
    return found


@cache
def _telling() -> tuple[str, ...]:
    return (*_table()["phrases"], *_words_of_names())


@cache
def _table() -> dict[str, dict[str, str]]:
    return tomllib.loads(files("casewright.evidence.reporting").joinpath("words.toml").read_text(encoding="utf-8"))
