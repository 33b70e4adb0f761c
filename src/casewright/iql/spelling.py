"""Slips of the keyboard: a word that is one or two slips from a known word is read as it."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING

from casewright.iql.wording import words_of

if TYPE_CHECKING:
    from collections.abc import Iterator

_WORD = re.compile(r"[A-Za-z]{4,24}")
_SURE = 10
"""From this length on two slips are still told apart from another word."""
_REAL = words_of(
    "cause causes parts count counts counted pending tender tending mission payable paid confident limbs lists "
    "warrant provides provide provided provider provision agreed where there these those their when then them "
    "than that this with from what have here file files find fund funds kind kinds terms term types time times "
    "event events office offices device devices notes noted notice notices sort sorts short store mention dated date "
    "data form forms firm price prices place places plan plans clean cleared classes class closes closed lease leases "
    "least tenants customs custom supplies supplied supply employees employers lessors lessees license licence "
    "licensed "
    "document contract delivery period deliver right rights light night sight weight eight party parts part charge "
    "change changes resolve revolve reserved general several second section sections text test rest deal deals read "
    "real meal mean means show shown shows snow slow list last lost tell sell sells will well "
    "filed exclusive contractor contractors representative representatives disclose warrants complete completes "
    "completed "
    "fully damage three were contrary master competent compute computer computed compete competes type typed "
    "arbitrator "
    "litigation contact contacts indemnitee indemnitees indemnitor indemnifier indemnifies indemnified properly fuel "
    "terminal terminals discloser disclosee customary patients categories govern governor governors governed "
    "revolution "
    "mediator expiry damaged terminating terminable packages fill fills filler gift provisional provisionals "
    "unilaterally "
    "explosion expulsion summaries fines fires fixes films filer convenient liquidator liquidate construct contrast "
    "contradict contradicts tapes clarification warranted warranting jurisdictional submarine theme dues dyes "
    "remediable "
    "remediate remedied confidentially disrepute precision upgraded alignment medication meditation lift shop shot "
    "majeur munitions empire fall fine gust court courts"
)
_COMMON = {
    "teh": "the", "hte": "the", "fo": "of", "taht": "that", "waht": "what", "wht": "what", "whta": "what",
    "wich": "which", "whihc": "which", "wehre": "where", "dose": "does", "mcuh": "much", "hwo": "how", "lst": "list",
    "fnd": "find", "fidn": "find", "shwo": "show", "heer": "here", "typs": "types", "wat": "what", "doc": "document",
    "docs": "documents", "pls": "please", "plz": "please", "whats": "what's", "indemn": "indemnity",
}  # fmt: skip
_SHORT = re.compile(r"\b(?:" + "|".join(sorted(_COMMON, key=len, reverse=True)) + r")\b", re.IGNORECASE)


def correct(text: str, known: frozenset[str]) -> str:
    """``text`` with each word that is a slip away from a word of ``known`` written as that word; others as they are."""
    text = _SHORT.sub(lambda hit: _COMMON[hit[0].lower()], text)
    near = _nearest(known)
    return _WORD.sub(lambda hit: near.get(hit[0], hit[0]), text)


class _Nearest:
    """Words by the words that result when a letter of them is left out: near ones share one."""

    def __init__(self, known: frozenset[str]) -> None:
        self._known = known
        self._by_rest: dict[str, list[str]] = {}
        for word in sorted(known):
            for rest in {word, *_rests(word)}:
                self._by_rest.setdefault(rest, []).append(word)

    def get(self, written: str, default: str) -> str:
        word = written.lower()
        if word in self._known or word in _REAL or _inflected(word, self._known):
            return default
        candidates = {near for rest in {word, *_rests(word)} for near in self._by_rest.get(rest, ())}
        if len(word) >= _SURE:
            candidates |= {near for near in self._known if near[0] == word[0] and abs(len(near) - len(word)) <= 2}
        ranked = sorted((_slips(word, near), near) for near in candidates if near[0] == word[0])
        if not ranked or ranked[0][0] > (2 if len(word) >= _SURE else 1):
            return default
        best = ranked[0][1]
        return best.capitalize() if written[0].isupper() else best


@cache
def _nearest(known: frozenset[str]) -> _Nearest:
    return _Nearest(known)


def _rests(word: str) -> Iterator[str]:
    return (word[:at] + word[at + 1 :] for at in range(len(word)))


def _inflected(word: str, known: frozenset[str]) -> bool:
    return any(word.endswith(ending) and word[: -len(ending)] in known for ending in ("s", "es", "ed", "ing", "d"))


def _slips(one: str, other: str) -> int:
    """How many letters were added, left out, mistaken or swapped with their neighbour."""
    before: list[int] = []
    row = list(range(len(other) + 1))
    for i, letter in enumerate(one, start=1):
        older, before, row = before, row, [i]
        for j, wanted in enumerate(other, start=1):
            best = min(before[j] + 1, row[j - 1] + 1, before[j - 1] + (letter != wanted))
            if i > 1 and j > 1 and letter == other[j - 2] and one[i - 2] == wanted:
                best = min(best, older[j - 2] + 1)
            row.append(best)
    return row[-1]
