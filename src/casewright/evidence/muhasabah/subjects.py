"""Which metric a number in a sentence is told of, as far as its words say so."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from casewright.evidence.muhasabah.figures import Unit
from casewright.evidence.muhasabah.metrics import mentions

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from casewright.evidence.muhasabah.figures import Figure
    from casewright.evidence.muhasabah.metrics import Mention

_JOINED = re.compile(r"\s*(?:,|and|or|&|si|sau|/|,\s*and)\s*(?:the |its |their )?", re.IGNORECASE)
_OF = re.compile(r"\s*(?:\([^()]*\)\s*)?(?:(?:of|in|on|as|for)\s+(?:the |its |their )?)?", re.IGNORECASE)
_TIMES = ("month", "year", "day", "week")


@dataclass(frozen=True, slots=True)
class Told:
    """The metrics that a number may be told of; ``each`` says that it is told of all of them at once."""

    metrics: tuple[str, ...]
    each: bool = False

    def fits(self, about: frozenset[str]) -> bool:
        """Whether what is about these metrics may be what is told."""
        found = [one in about for one in self.metrics]
        return all(found) if self.each else any(found)


def told_of(text: str, figures: Sequence[Figure], stops: Iterable[tuple[int, int]]) -> list[Told | None]:
    """For each figure of ``text``, in order, what it is told of; None where its sentence does not say so.

    The names of metrics before a number tell it, back to the number or the reference (``stops``) before it: the
    nearest, or several that are joined. Without any the number is told of what the one before it is. A name right
    behind a number tells it where none stands before; behind a percentage it is only what the share is of.
    """
    named, breaks = mentions(text), sorted(stops)
    shared: list[int] = []  # by figure, which figure's names it goes by
    names: list[tuple[Mention, ...]] = []
    for at, figure in enumerate(figures):
        before = max([end for _, end in breaks if end <= figure.start] + [one.end for one in figures[:at]], default=0)
        mine = _nearest(text, [one for one in named if before <= one.start and one.end <= figure.start])
        if mine:
            names.append(mine)
            shared.append(at)
        elif at and not _behind(text, figure, named):
            names.append(names[at - 1])
            shared.append(shared[at - 1])
        else:
            names.append(_behind(text, figure, named))
            shared.append(at)
    return [
        None if _counts_itself(figure) or not names[at] else _told(names[at], alone=shared.count(shared[at]) == 1)
        for at, figure in enumerate(figures)
    ]


def _told(names: tuple[Mention, ...], *, alone: bool) -> Told:
    return Told(tuple(one.metric for one in names), each=alone and len(names) > 1)


def _nearest(text: str, named: Sequence[Mention]) -> tuple[Mention, ...]:
    """The last of the names, with those that are joined to it."""
    found = list(named[-1:])
    for one in reversed(named[:-1]):
        if _JOINED.fullmatch(text[one.end : found[0].start]) is None:
            break
        found.insert(0, one)
    return tuple(found)


def _behind(text: str, figure: Figure, named: Sequence[Mention]) -> tuple[Mention, ...]:
    after = next((one for one in named if one.start >= figure.end), None)
    if after is None:
        return ()
    between = text[figure.end : after.start]
    is_share = figure.unit is Unit.PERCENT and between.strip()
    return () if is_share or _OF.fullmatch(between) is None else (after,)


def _counts_itself(figure: Figure) -> bool:
    """Whether the number says itself what it counts: 512 customers, but not 12 months."""
    return figure.noun is not None and figure.noun not in _TIMES
