"""Which words of a question stand in names of documents, and how surely they are meant as such."""

from __future__ import annotations

import itertools
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from casewright.domain.document_names import NamedBy
from casewright.evidence.naming.index import LONGEST_RUN
from casewright.evidence.naming.ordinary import BOUNDARIES, PAPERS
from casewright.evidence.naming.words import FORMS, SMALL, Word, words_in

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from casewright.evidence.naming.index import NameIndex


@dataclass(frozen=True, slots=True)
class Run:
    """Words ``first`` to ``last`` (inclusive) of a question that stand in names of ``documents``.

    ``strong``: somebody's name wherever it stands, not only before "agreement".
    """

    first: int
    last: int
    documents: Mapping[int, NamedBy]
    weight: float
    strong: bool


@dataclass(frozen=True, slots=True)
class Said:
    """A question as words, with the runs of them that names have; longer runs stand before those inside them."""

    text: str
    words: Sequence[Word]
    runs: Sequence[Run]

    def weak(self) -> list[Run]:
        """The runs of ordinary words that are written as names and stand in names of parties."""
        party = (NamedBy.PARTY, NamedBy.DEFINED_NAME)
        return [run for run in self.runs if not run.strong and any(by in party for by in run.documents.values())]

    def strong(self) -> list[Run]:
        """The runs that are somebody's name."""
        return [run for run in self.runs if run.strong]

    def between(self, first: int, second: int) -> str:
        """What stands between two words."""
        return self.text[self.words[first].end : self.words[second].start]

    def apart(self, first: int, second: int) -> bool:
        """Whether a stop parts two neighbouring words."""
        gap = self.between(first, second)
        return any(sign in gap for sign in ":;?!\n(") or ". " in gap or " - " in gap or " – " in gap or " — " in gap


def said(text: str, index: NameIndex) -> Said:
    """The question read against the names."""
    words = words_in(text)
    bare = Said(text, words, ())
    telling = [at for at, word in enumerate(words) if word.key not in SMALL and word.key not in FORMS]
    calm = any(word.capital for word in words)
    found: list[Run] = []
    for place in range(len(telling)):
        for length in range(min(LONGEST_RUN, len(telling) - place), 0, -1):
            piece = telling[place : place + length]
            if any(_parted(bare, before, after) for before, after in itertools.pairwise(piece)):
                continue
            having = index.having("".join(words[at].key for at in piece))
            if having:
                found.append(_run(bare, piece, having, index, calm=calm))
    return Said(text, words, [_unless_goes_on(bare, run, index) for run in _kept(found)])


def _unless_goes_on(bare: Said, run: Run, index: NameIndex) -> Run:
    """The run; not strong where it is one word of a longer name that no document has: "Alpha" in "Alpha Ventures"."""
    if not run.strong or run.first != run.last:
        return run
    beside = [at for at in (run.first - 1, run.last + 1) if 0 < at < len(bare.words)]
    for at in beside:
        word, low = bare.words[at], min(at, run.first)
        parted = bare.apart(low, low + 1) or bare.between(low, low + 1).strip() != ""
        known = index.ordinary(word.key) or word.key in BOUNDARIES or word.key in FORMS or word.key in SMALL
        if word.capital and not parted and not known and not index.having(word.key):
            return replace(run, strong=False)
    return run


def _parted(bare: Said, first: int, second: int) -> bool:
    """Whether two telling words cannot be one name: far apart, or a stop or too much between them."""
    if second - first > 3:
        return True
    return any(bare.apart(at, at + 1) or "," in bare.between(at, at + 1) for at in range(first, second))


def _run(bare: Said, piece: Sequence[int], having: Mapping[int, NamedBy], index: NameIndex, *, calm: bool) -> Run:
    words = [bare.words[at] for at in piece]
    telling = [word for word in words if not index.ordinary(word.key)]
    as_name = all(word.capital for word in words) or not calm
    if telling:
        strong = as_name or len(telling) == len(words) > 1 or any(not word.key.isalpha() for word in telling)
    else:
        of_party = any(by in (NamedBy.PARTY, NamedBy.DEFINED_NAME) for by in having.values())
        paper = any(word.key in PAPERS for word in words)
        strong = len(words) > 1 and of_party and as_name and calm and not paper
    weight = sum(index.weight(len(index.having(word.key))) for word in words) + len(words) - 1
    return Run(piece[0], piece[-1], having, weight, strong)


def _kept(found: list[Run]) -> list[Run]:
    """The runs without those inside a longer one that has the same documents or is as strong."""
    found.sort(key=lambda run: (run.first - run.last, run.first))
    kept: list[Run] = []
    for run in found:
        inside = [one for one in kept if one.first <= run.first and run.last <= one.last]
        if any(one.strong or not run.strong for one in inside):
            # The longer name is meant; a shorter piece of it counts only for documents that lack the rest.
            continue
        kept.append(run)
    return sorted(kept, key=lambda run: (run.first, run.last))
