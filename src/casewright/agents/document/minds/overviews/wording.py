"""In which words two texts differ: letters' case, punctuation, layout and the numbers of clauses aside.

``difflib`` aligns the words; what it leaves unmatched is a difference, with its place in each of the two texts.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import TYPE_CHECKING, Final

from casewright.vocabulary.folding import plain_letters, plain_signs

if TYPE_CHECKING:
    from collections.abc import Sequence

    from casewright.domain.skipping import Span

_WORD: Final = re.compile(r"[^\W_]+(?:[.,'’][^\W_]+)*|[%$€£]")
_NUMBERING: Final = re.compile(
    r"<[^<>\n]{1,40}>|\((?:[a-z]{1,2}|[ivx]{1,5}|\d{1,2})\)"
    r"|^[ \t#*>-]{0,40}(?:(?:\d{1,3}(?:\.\d{1,3})*[.)]?|\((?:[a-z]{1,2}|[ivx]{1,5}|\d{1,2})\)|[a-z][.)])(?=[ \t]))",
    re.MULTILINE,
)
_JOIN: Final = 2
"""Equal words between two differences that are shown as one."""
_CONTEXT: Final = 4
_SHINGLE: Final = 4


@dataclass(frozen=True, slots=True)
class Word:
    """A word as it is compared, and ``text[start:end]`` as it stands."""

    said: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Difference:
    """What the one text has at ``left`` and the other at ``right``; None where that one has nothing there.

    Both places have a few words of what is the same around them; ``size`` counts the words that differ.
    """

    left: Span | None
    right: Span | None
    size: int


def words_of(text: str, start: int = 0, end: int | None = None) -> list[Word]:
    """The words of ``text[start:end]``, without the numbers that begin its lines."""
    last = len(text) if end is None else end
    plain = plain_signs(plain_letters(text[start:last]))
    numbers = [hit.span() for hit in _NUMBERING.finditer(plain)]
    found, at = [], 0
    for hit in _WORD.finditer(plain):
        while at < len(numbers) and numbers[at][1] <= hit.start():
            at += 1
        if at < len(numbers) and numbers[at][0] <= hit.start() < numbers[at][1]:
            continue
        found.append(Word(hit[0].lower(), start + hit.start(), start + hit.end()))
    return found


def alike(left: Sequence[Word], right: Sequence[Word]) -> float:
    """The share of words that stand in both in the same order, in [0, 1]; 1 where both are empty."""
    return _matcher(left, right).ratio()


def overlap(left: Sequence[Word], right: Sequence[Word]) -> float:
    """The share of the longer text's runs of four words that stand in the other as well, in [0, 1]."""
    runs = [_runs(left), _runs(right)]
    most = max(runs[0].total(), runs[1].total())
    return (runs[0] & runs[1]).total() / most if most else 0.0


def differences(left: Sequence[Word], right: Sequence[Word]) -> list[Difference]:
    """What differs between the two, in the order of the texts."""
    changed: list[list[int]] = []
    for tag, low, high, low2, high2 in _matcher(left, right).get_opcodes():
        if tag == "equal":
            continue
        if changed and low - changed[-1][1] <= _JOIN and low2 - changed[-1][3] <= _JOIN:
            changed[-1][1], changed[-1][3] = high, high2
        else:
            changed.append([low, high, low2, high2])
    return [
        Difference(
            left=_around(left, low, high, alone=low2 == high2),
            right=_around(right, low2, high2, alone=low == high),
            size=max(high - low, high2 - low2),
        )
        for low, high, low2, high2 in changed
    ]


def _around(words: Sequence[Word], low: int, high: int, *, alone: bool) -> Span | None:
    """The place of ``words[low:high]``, with some words around it where it is shown beside what the other has."""
    if low == high:
        return None
    few = 0 if alone or high - low > 2 * _CONTEXT else _CONTEXT
    return words[max(low - few, 0)].start, words[min(high + few, len(words)) - 1].end


def _matcher(left: Sequence[Word], right: Sequence[Word]) -> SequenceMatcher[str]:
    return SequenceMatcher(None, [one.said for one in left], [one.said for one in right])


def _runs(words: Sequence[Word]) -> Counter[tuple[str, ...]]:
    said = [one.said for one in words]
    return Counter(tuple(said[at : at + _SHINGLE]) for at in range(len(said) - _SHINGLE + 1))
