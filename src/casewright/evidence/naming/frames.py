"""Where a question names a document: "the Alpha reseller agreement", "our contract with Beta of 2014"."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from casewright.evidence.naming.ordinary import (
    ANY_PAPER,
    BOUNDARIES,
    CONNECTORS,
    CROSSED,
    DEFINITE,
    FOR_WHAT,
    PAPERS,
    SAYS_NOTHING,
    VERBS,
    WEAK_PAPERS,
)
from casewright.evidence.naming.words import FORMS
from casewright.vocabulary.folding import fold
from casewright.vocabulary.months import NUMBERS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from casewright.evidence.naming.evidence_words import Run, Said

_LEFT: Final = 9
_ROMANIAN_NOUN: Final = re.compile(
    r"(?:ante)?contract(?:ul|ului|ele|elor)|acord(?:ul|ului)?|conventi(?:e|a|ei)|act(?:ul|ului)"
)
_YEAR: Final = re.compile(r"(?:19|20)\d\d")
_BEFORE_A_NAME: Final = frozenset({
    "in", "under", "per", "within", "of", "from", "according", "to", "pursuant", "din", "conform", "potrivit", "sub",
    "for", "on",
})  # fmt: skip
_FRAMED_BY: Final = frozenset({"in", "under", "per", "conform", "potrivit", "sub", "within"})


@dataclass(frozen=True, slots=True)
class Frame:
    """Words of a question that say which document is meant: words ``first`` to ``last``.

    ``kind`` are the words of its title in order, ``noun`` what paper it is; ``year`` it is said to be of. ``definite``:
    one that is there is meant, and not any.
    """

    first: int
    last: int
    kind: tuple[str, ...]
    noun: str | None
    year: int | None
    definite: bool
    plural: bool
    runs: tuple[Run, ...]


def frames_in(question: Said) -> list[Frame]:
    """The frames from left to right; they do not overlap."""
    found: list[Frame] = []
    nouns = [at for at, word in enumerate(question.words) if word.key in PAPERS]
    for at in nouns:
        # "License agreement": the last noun of several in a row is the noun.
        if at + 1 in nouns and not question.apart(at, at + 1) and question.words[at + 1].key in ANY_PAPER:
            continue
        floor = found[-1].last + 1 if found else 0
        if at < floor:
            continue
        frame = _frame(question, at, floor)
        if frame is not None:
            found.append(frame)
    for bare in _bare_names(question):
        if all(bare.last < other.first or bare.first > other.last for other in found):
            found.append(bare)
    return sorted(found, key=lambda frame: frame.first)


def _frame(question: Said, noun: int, floor: int) -> Frame | None:
    words, strong = question.words, question.strong()
    raw = fold(question.text[words[noun].start : words[noun].end])
    # Romanian says which contract behind the noun: what stands before it is another word of the sentence.
    left, adjacent = (noun, []) if in_romanian(raw) else _left(question, noun, floor, strong)
    weak = [run for run in question.weak() if run.first > noun and question.words[run.first].capital]
    weak = [run for run in weak if _with_whom(question, run.first)]
    last, after, year = _right(question, noun, [*strong, *weak])
    inside = tuple(run for run in (*strong, *weak) if left <= run.first and run.last <= last)
    consumed = {at for run in inside for at in range(run.first, run.last + 1)}
    years = [int(words[at].key) for at in range(left, noun) if _YEAR.fullmatch(words[at].key)]
    year = years[0] if years else year
    mods = [at for at in adjacent if at not in consumed and words[at].key not in SAYS_NOTHING]
    mods = [at for at in mods if not _YEAR.fullmatch(words[at].key) and words[at].key not in FORMS]
    kind = tuple(words[at].key for at in mods) + tuple(words[at].key for at in after if at not in consumed)
    key = words[noun].key
    if not inside and not kind and (key in ANY_PAPER or key in WEAK_PAPERS) and year is None:
        return None
    plural = (raw.endswith(("ts", "es", "ds", "as", "ele", "elor")) and key != "term") and not raw.endswith("lease")
    plural = plural or (raw.endswith("s") and raw[:-1] == key)
    before = words[left - 1].key if left else ""
    capital = all(words[at].capital for at in (*mods, noun)) and bool(mods)
    definite = before in DEFINITE or words[left].key in DEFINITE or capital or raw.endswith(("ul", "ului"))
    definite = definite or left == 0 or "'s" in question.text[words[left].start : words[noun].start]
    return Frame(left, last, kind, key, year, definite, plural, inside)


def in_romanian(noun: str) -> bool:
    """Whether the folded noun is a Romanian one: "contractul", "acordului", "conventie"."""
    return bool(_ROMANIAN_NOUN.fullmatch(noun))


def _with_whom(question: Said, at: int) -> bool:
    """Whether the word stands after "with" or "between", an article aside."""
    before = [word.key for word in question.words[max(0, at - 2) : at]]
    if before and before[-1] == "the":
        before.pop()
    return bool(before) and before[-1] in ("with", "between", "cu", "dintre")


def _left(question: Said, noun: int, floor: int, strong: Sequence[Run]) -> tuple[int, list[int]]:
    """The first word of the frame, and the words right before the noun."""
    words, first, crossed = question.words, noun, False
    adjacent: list[int] = []
    starts = {at for run in strong for at in range(run.first, run.last + 1)}
    at = noun - 1
    while at >= max(floor, noun - _LEFT) and not question.apart(at, at + 1):
        key = words[at].key
        comma = "," in question.between(at, at + 1)
        if at in starts:
            first = at
            if not crossed and not comma:
                adjacent.insert(0, at)
        elif key in CROSSED or comma:
            crossed = True
            if comma and key not in CROSSED:
                break
        elif key in BOUNDARIES or crossed:
            break
        else:
            first = at
            adjacent.insert(0, at)
        at -= 1
    return first, adjacent


def _right(question: Said, noun: int, strong: Sequence[Run]) -> tuple[int, list[int], int | None]:
    """The last word of the frame, the words of the title behind the noun, and the year that is said there."""
    words, last, kind = question.words, noun, list[int]()
    year: int | None = None
    runs = {run.first: run.last for run in strong}
    at, lead = noun + 1, ""
    while at < len(words) and not question.apart(at - 1, at):
        key = words[at].key
        if at in runs:
            last = runs[at]
            at, lead = last + 1, ""
            continue
        if _YEAR.fullmatch(key) and (lead or at == noun + 1 or words[at - 1].key in NUMBERS):
            year, last, lead = int(key), at, ""
        elif (lead and (key in NUMBERS or (key.isdigit() and len(key) <= 2))) or (key in FORMS and last == at - 1):
            last = at
        elif key in CONNECTORS:
            lead = key
        elif lead in FOR_WHAT and key not in BOUNDARIES and key not in PAPERS and len(kind) < 3:
            kind.append(at)
            last = at
        else:
            break
        at += 1
    while kind and kind[-1] > last:
        kind.pop()
    return last, kind, year


def _bare_names(question: Said) -> list[Frame]:
    """Names that stand where a document would: after "under", before a colon, or in mere words without a verb."""
    strong = question.strong()
    if not strong:
        return []
    words = question.words
    plain = {fold(question.text[word.start : word.end]) for word in words}
    found = []
    for group in _groups(question, strong):
        first, last = group[0].first, group[-1].last
        before = words[first - 1].key if first else ""
        if before in ("the", "our", "lui") and first > 1:
            before = words[first - 2].key
        ends_topic = last + 1 < len(words) and first == 0 and question.apart(last, last + 1)
        if before in _FRAMED_BY or ends_topic or plain.isdisjoint(VERBS):
            found.append(Frame(first, last, (), None, None, definite=True, plural=False, runs=tuple(group)))
    return found


def _groups(question: Said, strong: Sequence[Run]) -> list[list[Run]]:
    """Names that are said in one breath: only "and", "the" and stops between them."""
    groups: list[list[Run]] = []
    for run in strong:
        if groups:
            before = groups[-1][-1].last
            gap = [word.key for word in question.words[before + 1 : run.first]]
            joined = all(key in CROSSED or key in FORMS for key in gap)
            parted = any(question.apart(at, at + 1) for at in range(before, run.first))
            if run.first <= before or (joined and not parted):
                groups[-1].append(run)
                continue
        groups.append([run])
    return groups


def lead_of(question: Said, frame: Frame) -> tuple[int, bool]:
    """Where what is taken out with a frame begins, in characters; and whether a preposition goes with it."""
    at, words = frame.first, question.words
    prepositions = False
    if at and words[at - 1].key in DEFINITE and words[at - 1].key not in _BEFORE_A_NAME:
        at -= 1
    while at and words[at - 1].key in _BEFORE_A_NAME and not question.apart(at - 1, at):
        at -= 1
        prepositions = True
    return words[at].start, prepositions
