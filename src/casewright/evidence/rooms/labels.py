"""Labels and sentences as the checks of figures compare them: by the stems of their telling words. Words are data."""

from __future__ import annotations

import re
import tomllib
from functools import cache, lru_cache
from importlib.resources import files

from casewright.evidence.extraction.figure_names import ASIDE
from casewright.evidence.extraction.times import times
from casewright.evidence.extraction.vocabulary import plain

_WORD = re.compile(r"[a-z][a-z'&-]+")
_SUFFIX = re.compile(r"(?:ations?|ments?|ings?|ed|ies|es|s|ly|e|y|ului|ilor|elor|ul|ea|ii|i|a)$")
_SHORTEST = 3


def stem(word: str) -> str:
    """A word without the ending that only shapes it."""
    short = _SUFFIX.sub("", word)
    return short if len(short) >= _SHORTEST else word


@lru_cache(maxsize=16_384)
def stems(words: str) -> frozenset[str]:
    """The telling words, shortened to their stems; times, numbers and words that name nothing are left out."""
    idle = _words("idle")
    line = _untimed(words).replace("'s ", " ")
    return frozenset(stem(word) for word in _WORD.findall(line) if word not in idle and len(word) >= _SHORTEST)


@lru_cache(maxsize=16_384)
def label_stems(label: str) -> frozenset[str]:
    """The stems of a label; what it says in brackets, and that it is a rate, only where it says nothing else."""
    telling = stems(ASIDE.sub(" ", named_as_one(label)))
    return telling - _rates() or telling or stems(label)


@lru_cache(maxsize=16_384)
def named_as_one(label: str) -> str:
    """A label in plain letters, several words for one thing read as one."""
    line = plain(label)
    for name, pattern in _patterns("called").items():
        line = pattern.sub(name, line)
    return line


@lru_cache(maxsize=16_384)
def phrase(words: str) -> str:
    """The words in plain letters and their order, without times and units."""
    asides = _words("aside")
    return " ".join(word for word in re.findall(r"[a-z&]+", _untimed(words)) if word not in asides)


def counted(words: str) -> str:
    """The stem of what words in plain letters say is counted, times among it; "" where they say nothing."""
    found = _listed("things", "times").search(words)
    return stem(found[0]) if found else ""


def thing(words: str) -> str:
    """The same, of things alone."""
    found = _listed("things").search(words)
    return stem(found[0]) if found else ""


def is_growth(words: str) -> bool:
    """Whether words in plain letters speak of how much more or less there is than before."""
    return _listed("growth").search(words) is not None


def is_bounding(before: str) -> bool:
    """Whether the words before a figure make it a limit, or what something is held against."""
    return _bounds().search(before) is not None


def scope(words: str) -> frozenset[str]:
    """What words in plain letters say a figure leaves out or is brought to."""
    return frozenset(name for name, pattern in _patterns("scopes").items() if pattern.search(words))


def _untimed(words: str) -> str:
    line = named_as_one(words)
    for time in reversed(times(line)):
        line = f"{line[: time.start]} {line[time.end :]}"
    return line


@cache
def _table() -> dict[str, list[str] | dict[str, str]]:
    return tomllib.loads(files("casewright.evidence.rooms").joinpath("labels.toml").read_text(encoding="utf-8"))


@cache
def _words(name: str) -> frozenset[str]:
    return frozenset(_table()[name])


@cache
def _rates() -> frozenset[str]:
    return frozenset(stem(word) for word in _words("rates"))


@cache
def _listed(*names: str) -> re.Pattern[str]:
    return re.compile(rf"\b(?:{'|'.join(word for name in names for word in _table()[name])})\b")


@cache
def _bounds() -> re.Pattern[str]:
    return re.compile(rf"\b(?:{'|'.join(_table()['bound'])})\s*(?:of |to |is |:)?\s*$")


@cache
def _patterns(name: str) -> dict[str, re.Pattern[str]]:
    table = _table()[name]
    return {one: re.compile(rf"\b{pattern}\b") for one, pattern in table.items()} if isinstance(table, dict) else {}
