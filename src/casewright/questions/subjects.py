"""What a question asks for: the field of a fact that its words name, or else a statement about a clause.

The wordings are data (``subjects.toml``). They tell kindred subjects apart: the sum of an insurance is no cap on
liability, the time for curing a breach no notice. A subject of which no fact is kept has a statement alone.
"""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any, Final, cast

from casewright.domain.facts import FIELD
from casewright.iql.spelling import correct
from casewright.iql.wording import fold_words, vocabulary
from casewright.questions.wants import Wants, wanted

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

_FEW: Final = r"(?:[\w'’.,-]+ ){0,10}?"
_RANK: Final = 1
_LAST: Final = 3
"""The rank of what counts only where nothing else is named."""


@dataclass(frozen=True, slots=True)
class Subject:
    """``question[start:end]`` asks for it. ``field`` is a fact's, None where no such fact is kept.

    ``statement`` is a query in IQL that finds the clause; every subject has one or the other, most have both.
    """

    start: int
    end: int
    field: str | None
    statement: str | None
    wants: Wants
    name: str = ""
    """What was looked for, in plain words."""
    rank: int = _RANK
    """The lower it is, the more exactly the words say what is meant."""


@dataclass(frozen=True, slots=True)
class _Known:
    name: str
    field: str | None
    statement: str | None
    wants: Wants
    rank: int
    says: tuple[re.Pattern[str], ...]
    but: re.Pattern[str] | None


@dataclass(frozen=True, slots=True)
class _Mention:
    known: _Known
    start: int
    end: int


def subjects_of(question: str) -> tuple[Subject, ...]:
    """What the words ask for, from left to right; empty where they name nothing that is known.

    A slip of the keyboard is read as what it meant; offsets are those of ``question``.
    """
    text, places = _read(question)
    wants = wanted(text)
    return tuple(
        Subject(
            places[one.start],
            places[one.end - 1] + 1,
            one.known.field,
            one.known.statement,
            one.known.wants if wants == "what" else wants,
            one.known.name,
            one.known.rank,
        )
        for one in _mentions(text)
    )


def main_subject(question: str) -> Subject | None:
    """What the question asks for first of all: of several subjects the one that its words say most exactly."""
    return min(subjects_of(question), key=lambda one: (one.rank, one.start), default=None)


@cache
def wording_of(name: str) -> frozenset[str]:
    """The words in which a subject of this name is asked for, as far as its patterns write them out."""
    says = (pattern.pattern for one in _known() if one.name == name for pattern in one.says)
    return frozenset(
        word for pattern in says for word in re.findall(r"[a-z]{3,}", re.sub(r"\\[a-zA-Z]|[a-z]\?", " ", pattern))
    )


def _mentions(text: str) -> list[_Mention]:
    """The subjects that the read text names; where two overlap, by rank, then the longer one."""
    found = [
        _Mention(known, *hit.span())
        for known in _known()
        for pattern in known.says
        for hit in pattern.finditer(text)
        if hit.end() > hit.start()
    ]
    spared = {id(one.known) for one in found if one.known.but is not None and one.known.but.search(text)}
    found = [one for one in found if id(one.known) not in spared]
    found.sort(key=lambda one: (one.known.rank, one.start - one.end, one.start))
    kept: list[_Mention] = []
    for one in found:
        if one.known.rank >= _LAST and kept and kept[0].known.rank < _LAST:
            break
        same = any(other.known is one.known for other in kept)
        if not same and all(one.end <= other.start or one.start >= other.end for other in kept):
            kept.append(one)
    return sorted(kept, key=lambda one: one.start)


def _read(question: str) -> tuple[str, list[int]]:
    """The question as patterns read it, and for each of its characters the place in ``question`` that it came from."""
    text = fold_words(question)
    known = frozenset(vocabulary())
    parts: list[str] = []
    places: list[int] = []
    for hit in re.finditer(r"[^\W\d_]+(?:'[^\W\d_]+)?|\s+|.", text, re.DOTALL):
        word = " " if hit.group().isspace() else correct(hit.group(), known).lower()
        parts.append(word)
        places += [min(hit.start() + at, hit.end() - 1) for at in range(len(word))]
        if len(word) < hit.end() - hit.start() and word:
            places[-1] = hit.end() - 1
    return "".join(parts), places


@cache
def _known() -> tuple[_Known, ...]:
    data = tomllib.loads(files("casewright.questions").joinpath("subjects.toml").read_text("utf-8"))
    words: Mapping[str, str] = data["words"]
    return tuple(_one(entry, words) for entry in data["subject"])


def _one(entry: Mapping[str, Any], words: Mapping[str, str]) -> _Known:
    field = entry.get("field")
    if field is not None and field not in FIELD:
        raise ValueError(f"subjects.toml names the field {field!r}, which there is none of")
    return _Known(
        entry["name"],
        field,
        entry.get("statement"),
        cast("Wants", entry["wants"]),
        entry.get("rank", _RANK),
        tuple(re.compile(_bordered(one, words)) for one in entry["says"]),
        re.compile(_any(entry["but"], words)) if entry.get("but") else None,
    )


def _any(patterns: Sequence[str], words: Mapping[str, str]) -> str:
    return "|".join(rf"(?<!\w)(?:{_written(one, words)})" for one in patterns)


def _bordered(pattern: str, words: Mapping[str, str]) -> str:
    return rf"(?<!\w)(?:{_written(pattern, words)})(?!\w)"


def _written(pattern: str, words: Mapping[str, str]) -> str:
    """The pattern with what its names stand for; between two words ``<>`` may stand for nothing."""
    written = pattern.replace(r"(?: \w+)", r"(?: [\w'-]+)").replace("<> ", _FEW).replace(" <>", r"(?: [\w'-]+){1,6}")
    while (name := re.search(r"<([A-Z]+)>", written)) is not None:
        written = written.replace(name.group(), words[name.group(1)])
    return written


_LETTERS: Final = re.compile(r"[a-z]{3,}")
_BEGINNING: Final = 5


def speaks_of(word: str) -> bool:
    """Whether subjects are named by this word, among others: what only stands between such words names none."""
    plain = fold_words(word).lower()
    parts = [part[:_BEGINNING] for part in _LETTERS.findall(plain)]
    return any(one.startswith(part) or part.startswith(one) for part in parts for one in _vocabulary())


@cache
def _vocabulary() -> frozenset[str]:
    """The beginnings of the words in all subjects' patterns."""
    said = " ".join(one.pattern for known in _known() for one in known.says)
    return frozenset(word[:_BEGINNING] for word in _LETTERS.findall(re.sub(r"\\\w", " ", said)))
