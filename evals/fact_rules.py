"""Measuring the rules that read facts on contracts labelled as CUAD is, by halves: one to write them on, one unseen.

Which half a contract falls into depends on its words and a seed only.
"""

from __future__ import annotations

import hashlib
from collections import Counter, defaultdict
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from casewright.domain.facts import FIELDS, FactText
from casewright.domain.skipping import spans_of
from casewright.evidence.facts.rules.reader import taken_by_rules
from evals.cuad_data import fingerprint, read_contracts
from evals.facts.places import Words, matched

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from pathlib import Path

    from casewright.domain.documents import OffsetMap
    from casewright.tools.ports.documents import DocumentReader
    from casewright.tools.ports.facts import FactReader

HALVES: Final = ("fitted", "unseen")
SEED: Final = 18
_NAMES: Final = {one.category: one.name for one in FIELDS if one.category is not None}

Span = tuple[int, int]


@dataclass(frozen=True, slots=True)
class MarkedText:
    """A contract as the package reads it, with the places that people marked, by field."""

    name: str
    text: FactText
    marks: dict[str, list[Span]]


@dataclass(slots=True)
class FieldTally:
    """Counts of one field. ``having`` are the contracts with a mark, ``first`` those whose first find touches one."""

    marks: int = 0
    finds: int = 0
    right: int = 0
    having: int = 0
    first: int = 0
    lacking: int = 0
    found_though_lacking: int = 0
    faults: list[str] = field(default_factory=list)

    @property
    def precision(self) -> float | None:
        """The share of finds that are right."""
        return self.right / self.finds if self.finds else None

    @property
    def recall(self) -> float | None:
        """The share of marks that were found."""
        return self.right / self.marks if self.marks else None

    @property
    def f1(self) -> float | None:
        """The harmonic mean of both."""
        return 2 * self.right / (self.finds + self.marks) if self.marks else None


def half_of(text: str) -> str:
    """Which half the contract with this text is of."""
    digest = hashlib.sha256(f"{SEED} {fingerprint(text)}".encode()).digest()
    return HALVES[digest[0] % 2]


def marked_texts(data: Path, half: str, reader: DocumentReader) -> Iterator[MarkedText]:
    """The contracts of a half. Raises ``InvalidInput`` for data that cannot be read."""
    for entry in read_contracts(data):
        if half_of(entry.text) != half:
            continue
        reading = reader.read(entry.text.encode("utf-8"), "contract.txt")
        length = len(reading.text)
        marks = {
            _NAMES[category]: sorted({_read_at(span, reading.offsets, length) for span in spans})
            for category, spans in entry.spans.items()
            if spans and category in _NAMES
        }
        text = FactText(reading.text, reading.chunks, reading.sections or (), spans_of(reading.furniture))
        yield MarkedText(entry.name, text, marks)


def measure(texts: Iterable[MarkedText], reader: FactReader) -> dict[str, FieldTally]:
    """What the reader finds in the texts against their marks, by field in the order of ``FIELDS``."""
    tallies = {one.name: FieldTally() for one in FIELDS}
    for one in texts:
        found: dict[str, list[Span]] = defaultdict(list)
        for fact in reader.read(one.text):
            found[fact.field].append((fact.start, fact.end))
        words = Words(one.text.text)
        for name, tally in tallies.items():
            _count(tally, one, found[name], one.marks.get(name, []), words)
    return tallies


def _count(tally: FieldTally, one: MarkedText, finds: Sequence[Span], marks: Sequence[Span], words: Words) -> None:
    pairs = right_finds(words, finds, marks)
    tally.marks += len(marks)
    tally.finds += len(finds)
    tally.right += len(pairs)
    if marks:
        tally.having += 1
        tally.first += bool(finds) and any(start < finds[0][1] and finds[0][0] < end for start, end in marks)
    else:
        tally.lacking += 1
        tally.found_though_lacking += bool(finds)
    lines = [("wrong", place) for number, place in enumerate(finds) if number not in pairs]
    lines += [("missed", place) for number, place in enumerate(marks) if number not in pairs.values()]
    tally.faults += [f"{kind}: {one.name}: {_shown(one.text.text, place)}" for kind, place in lines]


def _shown(text: str, place: Span) -> str:
    return " ".join(text[place[0] : place[1]].split())[:300]


def right_finds(words: Words, finds: Sequence[Span], marks: Sequence[Span]) -> dict[int, int]:
    """Which mark makes which find right, by their numbers; ``finds`` are in order, surest first."""
    pairs = matched([words.span(*find) for find in finds], [words.span(*mark) for mark in marks])
    return {number: mark for number, mark in enumerate(pairs) if mark is not None}


def _read_at(span: Span, offsets: OffsetMap, length: int) -> Span:
    return _normalised(span[0], offsets, length), _normalised(span[1], offsets, length)


def _normalised(raw: int, offsets: OffsetMap, length: int) -> int:
    """The first place of the text as read that does not stand before ``raw`` of the file's."""
    low, high = 0, length
    while low < high:
        middle = (low + high) // 2
        low, high = (middle + 1, high) if offsets.raw(middle) < raw else (low, middle)
    return low


def precision_by_rule(texts: Iterable[MarkedText]) -> dict[tuple[str, str], Counter[str]]:
    """By field and rule, how many finds there are and how many are right; of fields that people marked."""
    counts: dict[tuple[str, str], Counter[str]] = defaultdict(Counter)
    for one in texts:
        words = Words(one.text.text)
        by_field: dict[str, dict[Span, str]] = defaultdict(dict)
        for taken in taken_by_rules(one.text):
            by_field[taken.field].setdefault((taken.start, taken.end), taken.rule)
        for name, places in by_field.items():
            if name not in _NAMES.values():
                continue
            finds = list(places)
            pairs = right_finds(words, finds, one.marks.get(name, []))
            for number, place in enumerate(finds):
                count = counts[name, places[place]]
                count["finds"] += 1
                count["right"] += number in pairs
    return counts
