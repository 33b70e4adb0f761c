"""Measuring the wordings by which clauses of deals' contracts are found, on contracts whose clauses people marked."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from casewright.domain.facts import FIELD
from casewright.evidence.clauses.finding import worded
from casewright.evidence.clauses.kinds import clause_kinds

if TYPE_CHECKING:
    from collections.abc import Iterable

    from evals.fact_rules import MarkedText


@dataclass(slots=True)
class WordTally:
    """One kind: the sentences that its wordings take, those that touch a mark; the marks, those that are touched."""

    taken: int = 0
    right: int = 0
    marks: int = 0
    touched: int = 0

    @property
    def precision(self) -> float | None:
        """The share of sentences that touch a mark."""
        return self.right / self.taken if self.taken else None

    @property
    def recall(self) -> float | None:
        """The share of marks that are touched."""
        return self.touched / self.marks if self.marks else None


def measure(texts: Iterable[MarkedText]) -> dict[str, WordTally]:
    """What the wordings take in the texts against their marks, by kind; kinds that nobody marks are left out."""
    tallies = {
        name: WordTally()
        for name, kind in clause_kinds().items()
        if kind.words is not None and name in FIELD and FIELD[name].category is not None
    }
    for one in texts:
        taken: dict[str, list[tuple[int, int]]] = {}
        for kind, start, end in worded(one.text):
            taken.setdefault(kind.name, []).append((start, end))
        for name, tally in tallies.items():
            places, marks = taken.get(name, []), one.marks.get(name, [])
            tally.taken += len(places)
            tally.right += sum(any(_touch(place, mark) for mark in marks) for place in places)
            tally.marks += len(marks)
            tally.touched += sum(any(_touch(place, mark) for place in places) for mark in marks)
    return tallies


def _touch(one: tuple[int, int], other: tuple[int, int]) -> bool:
    return one[0] < other[1] and other[0] < one[1]
