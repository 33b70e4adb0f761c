"""The rule-based reader: of the values of the wanted kind, the one whose surroundings have the question's words.

A value's score is the share of the question's words (by weight) that stand near it: a word in the same clause counts
fully, one in the same sentence nearly, one elsewhere in the passage half. Below a line nothing is answered.
"""

from __future__ import annotations

import re
import threading
from dataclasses import dataclass
from typing import TYPE_CHECKING

from casewright.adapters.answers.understanding import Understanding, Wanted
from casewright.adapters.answers.values import Kind, Value, values
from casewright.adapters.scoring.tokens import words
from casewright.tools.ports.search import Answer, Read
from casewright.vocabulary.lookalikes import read_alike

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

LINE = 0.7
"""The least score of an answer."""

_NEAR, _SENTENCE, _PASSAGE = 1.0, 0.9, 0.7
_REACH = 90
"""Characters within which a word is near a value, in the same sentence."""
_SECOND_CHOICE = 0.94
_NAMES = frozenset({Kind.COMPANY, Kind.PERSON, Kind.NAME})
"""Kinds whose own words say nothing about whether they answer."""

_DATED = re.compile(
    r"\b(?:dated|made|entered|executed|signed|effective|concluded|as\s+of|date[:\s]|this)\b[^.;]{0,60}$", re.IGNORECASE
)
"""What stands before the date that a contract gives itself."""
_LEAD = 90
_DEFINED = 0.95
"""How sure a name is that a contract defines as what was asked for."""
_UNDATED = 0.6

_UNIT_END = re.compile(
    r"\n\s*\n|(?<=[a-z\d)”\"])[.;](?=\s)|\n(?=[^\n]*(?:\t| {2,}))|(?<=\t)[^\n]*(\n)|\n(?=\s*\([a-z]+\)\s)"
)
_WORD = re.compile(r"[^\W_]+(?:[-’'][^\W_]+)*")


@dataclass(frozen=True, slots=True)
class _Word:
    start: int
    stems: tuple[str, ...]


class RuleReader:
    """Fits ``tools.ports.search.AnswerReader``."""

    def __init__(self, line: float = LINE) -> None:
        self._understanding = Understanding()
        self._line = line
        self._lock = threading.Lock()

    def promise(self, question: str, passages: Sequence[Read]) -> Sequence[int]:
        """3 for a passage that seems to date its contract, where that is asked; else 2 for one with a value of the kind
        that is wanted first, 1 for another wanted kind, 0 for none.
        """
        with self._lock:
            wanted = self._understanding.wanted(read_alike(question))
        return [_promise(wanted, passage.text) for passage in map(_seen, passages)]

    def read(self, question: str, passages: Sequence[Read]) -> Sequence[Answer]:
        """The answers to the question, best first; none where no value reaches the line."""
        with self._lock:
            wanted = self._understanding.wanted(read_alike(question))
            found = [
                answer
                for number, passage in enumerate(map(_seen, passages))
                for answer in self._of_passage(wanted, number, passage)
            ]
        found.sort(key=lambda one: (-one.confidence, one.passage, one.start))
        return [one for one in found if one.confidence >= self._line]

    def _of_passage(self, wanted: Wanted, number: int, passage: Read) -> Iterator[Answer]:
        text = passage.text
        if wanted.alias is not None:
            yield from _defined(wanted.alias, number, text)
            return
        if not wanted.terms or not wanted.kinds:
            return
        listed = [_Word(found.start(), self._stems(found.group())) for found in _WORD.finditer(text)]
        listed += [_Word(-1, self._stems(word)) for word in _WORD.findall(passage.heading)]
        units = list(_units(text))
        for value in values(text, frozenset(wanted.kinds)):
            low, high = next((unit for unit in units if unit[0] <= value.start < unit[1]), (0, len(text)))
            score = self._score(wanted, value, listed, low, high)
            if wanted.dated and not _DATED.search(text, max(0, value.start - _LEAD), value.start):
                score *= _UNDATED
            if value.kind is not wanted.kinds[0]:
                score *= _SECOND_CHOICE
            yield Answer(number, value.start, value.end, score, (low, high))

    def _score(self, wanted: Wanted, value: Value, listed: Sequence[_Word], low: int, high: int) -> float:
        total = sum(wanted.terms.values())
        said = 0.0
        for forms, weight in wanted.terms.items():
            best = 0.0
            for word in listed:
                if value.start <= word.start < value.end and value.kind in _NAMES:
                    continue
                if forms.isdisjoint(word.stems):
                    continue
                if low <= word.start < high:
                    # What a value is called mostly stands before it.
                    gap = max(value.start - word.start, 4 * (word.start - value.end), 0)
                    best = max(best, _NEAR - 0.001 * gap if gap <= _REACH else _SENTENCE - 0.0005 * min(gap, 300))
                else:
                    best = max(best, _PASSAGE)
            said += weight * best
        return said / total

    def _stems(self, word: str) -> tuple[str, ...]:
        return tuple(self._understanding.stem(part) for part in words(word))


def _seen(passage: Read) -> Read:
    """The passage as it is read; places in it are those of its own text."""
    return Read(read_alike(passage.text), read_alike(passage.heading))


def _promise(wanted: Wanted, text: str) -> int:
    if wanted.alias is not None:
        return 2 * any(True for _ in _defined(wanted.alias, 0, text))
    if not wanted.kinds:
        return 0
    first = list(values(text, frozenset(wanted.kinds[:1])))
    if wanted.dated and any(_DATED.search(text, max(0, value.start - _LEAD), value.start) for value in first):
        return 3
    if first:
        return 2
    return int(any(True for _ in values(text, frozenset(wanted.kinds[1:]))))


def _units(text: str) -> Iterator[tuple[int, int]]:
    """[start, end) of the text's sentences, table rows and listed items."""
    start = 0
    for found in _UNIT_END.finditer(text):
        if found.end() > start:
            yield start, found.end()
            start = found.end()
    if start < len(text):
        yield start, len(text)


_NEXT_PARTY = re.compile(r"[)\]][,;]?\s+(?:and|between|with)\b|\b[Bb]etween\b|\n\s*\n")


def _defined(alias: str, number: int, text: str) -> Iterator[Answer]:
    """The name that the passage defines as ``alias``: ``Acme Ltd, a company, of … (the "Supplier")``."""
    quoted = rf"[“\"'‘*]+\s*{re.escape(alias.strip())}\s*[”\"'’*]+"
    for found in re.finditer(rf"[(\[][^()\[\]]{{0,40}}{quoted}[^()]{{0,40}}[)\]]", text, re.IGNORECASE):
        before = text[: found.start()]
        cut = max((match.end() for match in _NEXT_PARTY.finditer(before)), default=0)
        names = list(values(before[cut:], frozenset({Kind.COMPANY})))
        if names:
            yield Answer(number, cut + names[0].start, cut + names[0].end, _DEFINED, (cut, found.end()))
