"""All terms of the rules, looked for in a text at once; what is masked or said in the negative is not found."""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from dataclasses import dataclass
from itertools import chain
from typing import TYPE_CHECKING

from casewright.casework.tier_spelling import Spelling
from casewright.casework.tier_words import GAP, LONGEST_GAP, NUMBER, Term

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from casewright.casework.tier_words import Pattern, Words

Stretch = tuple[int, int]
"""Words of a text: the first, and the one after the last."""
_NEAR = 20
"""Words within which the terms of a sign must stand."""
_LONGEST_DENIAL = 7
"""Words after its lead-in that a wide denial may reach."""


_NOTHING = Term("", ())


@dataclass(frozen=True, slots=True)
class Denials:
    """How a thing is said not to be meant: lead-ins, words that may follow them, and what ends what they deny."""

    narrow: Term = _NOTHING
    """Deny the word after them: ``nu vreau`` divorț."""
    wide: Term = _NOTHING
    """Deny what follows up to punctuation or a word of contrast: ``nu e vorba de`` un apel sau recurs."""
    fillers: frozenset[str] = frozenset()
    contrasts: frozenset[str] = frozenset()


class Lexicon:
    """The patterns of the terms, ordered so that only those are tried whose longest word stands in the text."""

    def __init__(
        self, terms: Iterable[Term], not_slips: tuple[str, ...], masks: Term = _NOTHING, denials: Denials | None = None
    ) -> None:
        """``masks`` are rows of words that mean something else than a part of them does."""
        self._masks, self._denials = masks, denials or Denials()
        self._terms: defaultdict[Pattern, list[str]] = defaultdict(list)
        for term in {one.name: one for one in (*terms, masks, self._denials.narrow, self._denials.wide)}.values():
            for one in term.patterns:
                self._terms[one].append(term.name)
        self._longest: defaultdict[str, list[Pattern]] = defaultdict(list)
        for one in self._terms:
            self._longest[max(one.parts, key=len)].append(one)
        self._spelling = Spelling({part for one in self._terms for part in one.parts} - {GAP, NUMBER}, not_slips)

    def found_in(self, words: Words) -> Mapping[str, Sequence[Stretch]]:
        """Where each term stands, by its name, in order; only those that do."""
        parts = [self._parts(word) for word in words.folded]
        likely: defaultdict[str, list[Pattern]] = defaultdict(list)
        for part in set().union(*parts):
            for one in self._longest.get(part, ()):
                likely[one.parts[0]].append(one)
        found: defaultdict[str, list[Stretch]] = defaultdict(list)
        for at, here in enumerate(parts):
            for one in chain.from_iterable(likely.get(part, ()) for part in here):
                after = _end(one.parts, parts, at + 1, 1)
                if after is not None:
                    for name in self._terms[one]:
                        found[name].append((at, after))
        masked = _reaches(found.get(self._masks.name, ()))
        denied = set(self._denied(found, words))
        kept = (
            (name, sorted(at for at in set(places) if at[0] not in denied and at[1] >= masked.get(at[0], 0)))
            for name, places in found.items()
        )
        return {name: places for name, places in kept if places}

    def _parts(self, word: str) -> frozenset[str]:
        return frozenset((NUMBER,)) if word.isdigit() and len(word) > 1 else self._spelling.parts_of(word)

    def _denied(self, found: Mapping[str, Sequence[Stretch]], words: Words) -> Iterator[int]:
        for lead_in, wide in ((self._denials.narrow, False), (self._denials.wide, True)):
            for _, after in found.get(lead_in.name, ()):
                yield from self._reach(words, after, wide=wide)

    def _reach(self, words: Words, after: int, *, wide: bool) -> Iterator[int]:
        denials = self._denials
        for at in range(after, min(after + _LONGEST_DENIAL, len(words.folded))):
            word = words.folded[at]
            if word in denials.contrasts or (words.stop_before(at) and word not in denials.fillers):
                return
            yield at
            if not wide and word not in denials.fillers:
                return


def _reaches(masks: Sequence[Stretch]) -> Mapping[int, int]:
    """How far a stretch that begins at a masked word must reach, not to be a part of the mask only."""
    reaches: dict[int, int] = {}
    for first, after in masks:
        reaches[first] = max(after, reaches.get(first, 0))
        reaches.update({at: max(after + 1, reaches.get(at, 0)) for at in range(first + 1, after)})
    return reaches


def nearest(terms: Sequence[Sequence[Stretch]]) -> Stretch | None:
    """The first stretch in which each term stands once, apart and near the others; None where there is none."""
    for first in terms[0]:
        chosen = [first]
        for places in terms[1:]:
            near = next((one for one in _around(places, first) if _fits(one, chosen)), None)
            if near is None:
                break
            chosen.append(near)
        else:
            return min(one[0] for one in chosen), max(one[1] for one in chosen)
    return None


def _around(places: Sequence[Stretch], middle: Stretch) -> Sequence[Stretch]:
    return places[bisect_left(places, (middle[0] - _NEAR, 0)) : bisect_left(places, (middle[0] + _NEAR, 0))]


def _fits(one: Stretch, chosen: Sequence[Stretch]) -> bool:
    apart = all(one[0] >= other[1] or one[1] <= other[0] for other in chosen)
    every = (*chosen, one)
    return apart and max(after for _, after in every) - min(first for first, _ in every) <= _NEAR


def _end(wanted: tuple[str, ...], parts: Sequence[frozenset[str]], at: int, rest: int) -> int | None:
    if rest == len(wanted):
        return at
    if wanted[rest] == GAP:
        ends = (_end(wanted, parts, later, rest + 1) for later in range(at, at + LONGEST_GAP + 1))
        return next((end for end in ends if end is not None), None)
    if at >= len(parts) or wanted[rest] not in parts[at]:
        return None
    return _end(wanted, parts, at + 1, rest + 1)
