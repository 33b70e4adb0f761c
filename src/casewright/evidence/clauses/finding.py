"""Which clauses a contract has: those of its facts, those that its words show, each clause once.

A clause counts where one reader is as likely right as wrong, or where the model and the wording agree on a place.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from casewright.domain.claims import Polarity
from casewright.domain.facts import FactHow, TextValue
from casewright.domain.kept_facts import PlacedFact
from casewright.evidence.clauses.clause import Clause
from casewright.evidence.clauses.kinds import SIGNATURES, clause_kinds
from casewright.evidence.extraction.vocabulary import plain
from casewright.evidence.facts.rules.passages import plain_text, sentences
from casewright.evidence.facts.rules.reader import RuleReader
from casewright.evidence.facts.values.reading import value_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from casewright.domain.facts import FactText
    from casewright.evidence.clauses.kinds import ClauseKind
    from casewright.evidence.clauses.sides import Sides
    from casewright.evidence.facts.rules.passages import Sentence

LIKELY: Final = 0.5
"""From this confidence on one reader is enough."""
AGREED: Final = 0.3
"""From this confidence on it is enough where the model and the wording find the same place."""
MOST: Final = 3
"""So many clauses of a kind are taken of one contract, those first whose good is known, then the surest."""
SEEN: Final = 0.85
"""How sure it is that a line with a name and words of signing is a signature."""
_SIGNED = re.compile(
    r"(?m)^[^\n]*(?:/s/|\((?i:signed|semnat)\)|\b(?i:signed|semnat)\s*:\s*(?=[A-ZĂÂÎȘȚ])|(?i:docusign))[^\n]*$"
    r"|^[ \t>*]*(?:(?:[Ss]igned|SIGNED) by|(?:For|Pentru) [^\n:]{3,80}:) *(?:/s/ *)?"
    r"[A-ZĂÂÎȘȚ][\w.’'-]+ [A-ZĂÂÎȘȚ][^\n]*$"
)
_TAIL = 0.3


def by_words(text: FactText) -> tuple[PlacedFact, ...]:
    """What the wording of the sentences shows, by the rules for facts and by clauses.toml, as facts without places."""
    kinds = clause_kinds()
    found: dict[tuple[str, int, int], float] = {}
    for fact in RuleReader().read(text):
        kind = kinds.get(fact.field)
        said = plain(" ".join(text.text[fact.start : fact.end].split()))
        if kind is not None and (kind.but is None or kind.but.search(said) is None):
            found[fact.field, fact.start, fact.end] = fact.confidence
    for kind_found, start, end in worded(text):
        place = (kind_found.name, start, end)
        found[place] = max(found.get(place, 0.0), kind_found.right)
    return tuple(
        PlacedFact(name, value_of(name, text.text, start, end), start, end, None, None, share, FactHow.RULE)
        for (name, start, end), share in found.items()
    )


def worded(text: FactText) -> Iterator[tuple[ClauseKind, int, int]]:
    """What clauses.toml takes by its words alone: each kind with the sentence."""
    for sentence in _sentences(text):
        for kind in clause_kinds().values():
            if kind.takes(sentence.said, sentence.heading):
                yield kind, sentence.start, sentence.end


def clauses_of(text: FactText, found: Sequence[PlacedFact], sides: Sides) -> tuple[Clause, ...]:
    """The clauses by kind and place. ``found`` are its facts and what its wording shows, people's words laid over."""
    cut = _sentences(text)
    clauses: list[Clause] = []
    for kind in clause_kinds().values():
        taken: list[Clause] = []
        for group in _groups(one for one in found if one.field == kind.name):
            if not _counts(group):
                continue
            best = group[0]
            said = plain(" ".join(text.text[best.start : best.end].split()))
            whole = " ".join(one.said for one in cut if one.start < best.end and best.start < one.end) or said
            value = next((one.value for one in group if one.value is not None), None)
            polarity = kind.polarity(sides.marked(whole))
            taken.append(Clause(kind.name, best.start, best.end, value, best.confidence, best.how, polarity))
        taken.sort(key=lambda one: (one.polarity is Polarity.UNKNOWN, -one.confidence, one.start))
        clauses += sorted(taken[:MOST], key=lambda one: one.start)
    return tuple(clauses)


def signatures_of(text: str, blank: tuple[int, int] | None) -> Clause | None:
    """Whether the contract is signed: ``blank`` is the place where a party has not; None where nothing shows it."""
    if blank is not None:
        value, polarity = TextValue("unsigned"), Polarity.BAD
        return Clause(SIGNATURES, *blank, value, SEEN, FactHow.RULE, polarity)
    lines = [one for one in _SIGNED.finditer(text) if one.start() >= len(text) * _TAIL]
    if not lines:
        return None
    start = lines[0].start() + len(lines[0][0]) - len(lines[0][0].lstrip())
    return Clause(SIGNATURES, start, lines[0].end(), TextValue("signed"), SEEN, FactHow.RULE, Polarity.GOOD)


def _sentences(text: FactText) -> list[Sentence]:
    return [one for one in sentences(text, plain_text(text)) if not one.is_heading]


def _groups(found: Iterable[PlacedFact]) -> list[list[PlacedFact]]:
    """The finds by clause: those that overlap are of one, the surest first, a person's before all."""
    groups: list[list[PlacedFact]] = []
    for one in sorted(found, key=lambda fact: (fact.how is not FactHow.PERSON, -fact.confidence, fact.start)):
        own = next((group for group in groups if any(one.start < it.end and it.start < one.end for it in group)), None)
        if own is None:
            groups.append([one])
        else:
            own.append(one)
    return groups


def _counts(group: Sequence[PlacedFact]) -> bool:
    best = group[0]
    if best.how is FactHow.PERSON or best.confidence >= LIKELY:
        return True
    return best.confidence >= AGREED and len({one.how for one in group}) > 1
