"""How clause numbers count: which may follow which, and whether a count that was left goes on later."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Sequence

    from casewright.adapters.ingest.labels import Label

Value = tuple[int, ...]

GAP: Final = 3
"""How far a number may run ahead of the one before it: texts lose numbers, but not many in a row."""
_AHEAD: Final = 60
"""How many labels ahead are looked at, so that looking ahead stays linear."""


@lru_cache(maxsize=1 << 12)
def follows(before: Value, value: Value, gap: int = 1) -> bool:
    """Whether ``value`` may come next after ``before``: the next one on any level, or a first one below.

    A number above a first one may be missing: 8.1 follows 7.3. ``gap`` is the largest step that counts as next.
    """
    for depth in range(min(len(before), len(value))):
        if value[depth] != before[depth]:
            below = value[depth + 1 :]
            return 0 < value[depth] - before[depth] <= gap and len(below) <= 1 and all(part <= gap for part in below)
    return len(value) == len(before) + 1 and value[-1] <= gap


def is_first(value: Value) -> bool:
    """Whether a count may begin with it: 1, 1.1, 1.0 or 0."""
    return value[0] <= 1 and len(value) <= 3 and all(part <= 1 for part in value)


class Ahead:
    """The labels still to come."""

    def __init__(self, labels: Sequence[Label | None]) -> None:
        self._labels = [label for label in labels if label is not None]
        self._rank = {}
        rank = 0
        for index, label in enumerate(labels):
            if label is not None:
                self._rank[index] = rank
                rank += 1

    def numbers_resume(self, index: int, outer: Value) -> bool:
        """Whether the count of numbers that stands at ``outer`` goes on after the count that begins at ``index``."""
        inner = self._labels[self._rank[index]].values[0][1]
        refused: Value | None = None
        for label in self._coming(index):
            if label.kind == "annex":
                return False
            if label.kind != "number":
                continue
            value = label.values[0][1]
            if value == refused:
                continue
            if follows(inner, value):
                inner, refused = value, None
            elif follows(outer, value):
                return True
            else:
                refused = value
        return False

    def goes_on(self, index: int, value: Value) -> bool:
        """Whether the next number after ``index`` follows ``value``, or there is none before an annex or article."""
        for label in self._coming(index):
            if label.kind in ("annex", "article"):
                return True
            if label.kind == "number":
                fits = follows(value, label.values[0][1], GAP)
                if fits or not label.is_glued:
                    return fits
        return True

    def letters_resume(self, index: int, style: str, value: int, *, within: bool = False) -> bool:
        """Whether the next label of that style after ``index`` is the one after ``value``.

        ``within``: before another clause begins. Then a first item of another list right behind it speaks for it, too,
        and so does a list so long that nobody sees its end from here.
        """
        coming = self._coming(index)
        if within and coming and any(number == (1,) and other != style for other, number in coming[0].values):
            return True
        for label in coming:
            if within and (
                label.kind in ("article", "annex") or (label.kind == "number" and len(label.values[0][1]) > 1)
            ):
                return False
            found = [number[0] for other, number in label.values if other == style]
            if found and (found == [value + 1] or len(label.values) == 1):
                return found == [value + 1]
        return within and len(coming) == _AHEAD

    def _coming(self, index: int) -> Sequence[Label]:
        after = self._rank[index] + 1
        return self._labels[after : after + _AHEAD]
