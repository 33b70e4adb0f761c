"""Clauses of two documents side by side: of each kind the two that are most alike, and the words that differ.

Where no two are alike the surest of each are shown as they begin.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from casewright.agents.document.ledger import skipped_in
from casewright.agents.document.minds.overviews.wording import alike, differences, words_of
from casewright.agents.document.minds.quotes import whole_items, write_quote
from casewright.domain.skipping import padded, show_skipped, within

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from casewright.agents.document.minds.overviews.wording import Difference, Word
    from casewright.domain.skipping import Span

_TRIED: Final = 4
"""Clauses of a kind in each document, the surest, among which the pair is sought."""
_RATHER: Final = 0.5
"""From which share of words in common on differences are shown word by word; below, the two are shown as they begin."""
_LIKE: Final = 0.3
"""From which share on two clauses answer to one another; where no two do, the surest of each are shown."""
_PIECES: Final = 3
_PIECE, _OPENING = 140, 180
_SHORT: Final = 80


@dataclass(frozen=True, slots=True)
class Clause:
    """A clause with its words. Places of words are those of the document's text."""

    citation: Mapping[str, Any]
    words: Sequence[Word]
    text: str

    def quote(self, place: Span, longest: int) -> str:
        """The words at a place of it, with the link."""
        start, end = place
        low = int(self.citation["start"])
        skipped = within(start, end, skipped_in(self.citation))
        words = show_skipped(self.text[start - low : end - low], start, skipped)
        return write_quote({**self.citation, "start": start, "end": end, "quote": words, "skipped": skipped}, longest)


@dataclass(frozen=True, slots=True)
class Pair:
    """The two clauses of a kind, how alike they are in [0, 1], and what differs."""

    kind: str
    left: Clause
    right: Clause
    alike: float
    differences: Sequence[Difference]


def clauses_by_kind(found: Mapping[str, Any] | None) -> dict[str, list[Clause]]:
    """The surest clauses of each kind in a result of ``isaacus_classify``."""
    kinds: dict[str, list[Clause]] = {}
    for one in whole_items((found or {}).get("clauses")):
        listed = kinds.setdefault(str(one["clause_type"]), [])
        if len(listed) < _TRIED:
            listed.append(_clause(one["citation"]))
    return kinds


def pairs_of(left: Mapping[str, Sequence[Clause]], right: Mapping[str, Sequence[Clause]]) -> list[Pair]:
    """The pair of each kind that both documents have, those that differ most first."""
    pairs = []
    for kind, clauses in left.items():
        if kind not in right:
            continue
        tried = [(alike(one.words, other.words), one, other) for one in clauses for other in right[kind]]
        likest = max(tried, key=lambda item: item[0])
        share, one, other = likest if likest[0] >= _LIKE else tried[0]
        pairs.append(Pair(kind, one, other, share, differences(one.words, other.words)))
    return sorted(pairs, key=lambda pair: pair.alike)


def pair_told(pair: Pair, names: tuple[str, str]) -> list[str]:
    """What differs between the two: quotes of what only one has, or how each begins where little is alike."""
    if pair.alike < _RATHER:
        lines = [f"{_called(pair.kind)}: {pair.alike:.0%} of the words alike; they begin"]
        for clause, name in zip((pair.left, pair.right), names, strict=True):
            start, end = int(clause.citation["start"]), int(clause.citation["end"])
            lines.append(f"  - {name}: {clause.quote((start, end), _OPENING)}")
        return lines
    largest = sorted(pair.differences, key=lambda one: -one.size)[:_PIECES]
    shown = [one for one in pair.differences if one in largest]
    left = len(pair.differences) - len(shown)
    lines = [f"{_called(pair.kind)}: {pair.alike:.0%} of the words alike; what differs"]
    for one in shown:
        lines.append(f"  - {_sides(one, pair, names)}")
    return [*lines, *([f"  - … and {left} smaller differences"] if left else [])]


def kind_named(kind: str) -> str:
    """What a kind of clause is called in a sentence."""
    return kind.removesuffix(" clause").lower()


def opening(clause: Clause) -> str:
    """How a clause begins, in a short quote."""
    return clause.quote((int(clause.citation["start"]), int(clause.citation["end"])), _SHORT)


def _called(kind: str) -> str:
    named = kind_named(kind)
    return named[:1].upper() + named[1:]


def _sides(one: Difference, pair: Pair, names: tuple[str, str]) -> str:
    said = []
    for place, clause, name in ((one.left, pair.left, names[0]), (one.right, pair.right, names[1])):
        if place is not None:
            alone = "only in " if None in (one.left, one.right) else ""
            said.append(f"{alone}{name}: {clause.quote(place, _PIECE)}")
    return "; ".join(said)


def _clause(citation: Mapping[str, Any]) -> Clause:
    low = int(citation["start"])
    text = padded(str(citation["quote"]), low, skipped_in(citation))
    words = [type(word)(word.said, word.start + low, word.end + low) for word in words_of(text)]
    return Clause(citation, words, text)
