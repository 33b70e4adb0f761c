"""Which part of a message tells which fact in words: each part one fact at most, or none.

A message is cut into parts at the ends of sentences and clauses and at commas. A part with signs of a fact tells it;
one without goes on with what the part before it in the same sentence told. What only gives a day, a sum or a number,
or is about the talk itself, tells no fact in words.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from casewright.agents.cases.minds.amounts import find_amounts
from casewright.agents.cases.minds.dates import find_dates
from casewright.agents.cases.minds.plain_replies import clauses, said_in, tidy, told
from casewright.vocabulary.folding import fold

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from datetime import date

    from casewright.casework.kinds.case_kind import Fact

_COMMA = re.compile(r",\s+(?!\d)|\s+-\s+")
_TO_DO = re.compile(r"^\W*(?:(?:sa|to)[ -]|(?:vr|vreau|vrem|doresc|dorim|cer|i want)\b)")
_ASKED = 5
"""Signs that a question for a fact is worth, where the part has one of its own."""
_AT_FRONT = 2
"""Words before the sign of a fact that was not asked for."""
_FEWEST = 3
"""Words of a part that stands alone between commas; shorter ones belong to the part before."""
_EMPTY = frozenset(
    re.findall(
        r"\w+",
        "am a ai au fost era e este sunt pe la in din de cu si s sa mi i l le ne v va o un una data ziua zi suma lei "
        "ron euro eur leu nr numarul seria plus cam vreo aproximativ total tot acum azi ieri luna anul ora primit "
        "primita the on in at of it was is by my got received",
    )
)


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a message: its words, and whether it begins a sentence."""

    words: str
    first: bool


@dataclass(frozen=True, slots=True)
class Heard:
    """What a message tells in words, by the fact's id, and what tells nothing that is known."""

    facts: Mapping[str, str]
    rest: str


def hear(text: str, facts: Sequence[Fact], asked: Fact | None, today: date, *, document: bool = False) -> Heard:
    """Which of the facts the text tells. What has signs of no other tells the one that was asked for."""
    parts = list(cut(text))
    aside = not document and said_in("aside", fold(text))
    labels = [_label(part, facts, asked, today, document=document, aside=aside) for part in parts]
    found: dict[str, list[tuple[str, bool]]] = {}
    rest: list[tuple[str, bool]] = []
    before: str | None = None
    for part, label in zip(parts, labels, strict=True):
        if label == _GOES_ON:
            here = asked.id if asked is not None and (part.first or before is None) else None if part.first else before
            here = here or (asked.id if asked is not None else None)
        else:
            here = label
        if here == _NOTHING:
            before = None if part.first else before
            continue
        if here is None:
            rest.append((part.words, part.first))
        else:
            found.setdefault(here, []).append((part.words, part.first))
        before = here
    return Heard({name: _joined(parts) for name, parts in found.items()}, _joined(rest))


def cut(text: str) -> Iterator[Part]:
    """The parts of the text, in order: without questions and orders to the machine."""
    for sentence in told(tidy(text)):
        first = True
        for clause in clauses(sentence):
            for words in _by_comma(clause):
                yield Part(words, first)
                first = False


def is_value_alone(words: str, today: date) -> bool:
    """Whether the words give a day, a sum or a number and tell nothing else."""
    folded = fold(words)
    spans = [(one.start, one.end) for one in find_dates(folded, today)]
    spans += [(one.start, one.end) for one in find_amounts(folded)]
    if not spans and not re.search(r"\d", folded):
        return False
    for start, end in spans:
        folded = f"{folded[:start]}{' ' * (end - start)}{folded[end:]}"
    left = [one for one in re.findall(r"[a-z]{2,}", folded) if one not in _EMPTY]
    return len(left) <= (1 if spans else 0)


_GOES_ON, _NOTHING = "+", "-"


def _label(part: Part, facts: Sequence[Fact], asked: Fact | None, today: date, *, document: bool, aside: bool) -> str:
    """The fact that the part has signs of; that it goes on with the one before; or that it tells nothing."""
    folded = fold(part.words)
    if aside:
        return _NOTHING
    if said_in("wishes", folded) or said_in("adds_papers", folded.rstrip(" .!")) or said_in("greets", folded):
        return _NOTHING
    if asked is not None and asked.reads == "wish" and _TO_DO.match(folded):
        return asked.id  # „să ducă câinii de-acolo”: what somebody is to do is what is asked for
    if asked is not None and asked.reads == "evidence" and said_in("wants", folded):
        return _NOTHING  # what somebody wants proves nothing
    best, most = None, 0
    for fact in facts:
        places = [
            match.start()
            for cue in (fact.document_cues if document else fact.cues)
            for match in re.finditer(cue, folded)
        ]
        if not places:
            continue
        hits = len(places) + (_ASKED if fact is asked else 0)
        if asked is not None and fact is not asked and len(folded[: min(places)].split()) > _AT_FRONT:
            continue  # a sign within what answers the question is no answer to another
        if hits > most:
            best, most = fact, hits
    if best is not None:
        return best.id
    valued = is_value_alone(part.words, today) and not (asked is not None and asked.reads in ("wish", "words"))
    if document or valued:
        return _NOTHING
    return _GOES_ON


def _by_comma(clause: str) -> Iterator[str]:
    """The clause at its commas; a piece of a word or two stays with the one before it, as in a list."""
    pieces: list[str] = []
    at = 0
    for match in _COMMA.finditer(clause):
        piece = clause[at : match.start()]
        pieces.append(piece)
        at = match.end()
    pieces.append(clause[at:])
    held = ""
    for piece in pieces:
        if held and (len(piece.split()) < _FEWEST or len(held.split()) < _FEWEST):
            held = f"{held}, {piece}"
            continue
        if held:
            yield held
        held = piece
    if held.strip():
        yield held


def _joined(parts: Sequence[tuple[str, bool]]) -> str:
    """The parts as sentences: what stood in one stays in one."""
    text = ""
    for words, first in parts:
        words = words.strip(" ,;").lstrip("!?.…- ")
        if not words:
            continue
        if not text:
            text = words
        elif first or text[-1] in ".!?…":
            text = f"{text}{'' if text[-1] in '.!?…' else '.'} {words[0].upper()}{words[1:]}"
        else:
            text = f"{text}, {words}"
    return text
