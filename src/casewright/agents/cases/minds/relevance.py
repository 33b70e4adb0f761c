"""Which of the sources that were found speak of a case: acts by their subject, decisions by what the case is about."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING

from casewright.casework.kinds.catalogue import case_kinds
from casewright.vocabulary.folding import fold

if TYPE_CHECKING:
    from casewright.casework.kinds.case_kind import CaseKind

_WORD = re.compile(r"[^\W\d_]{5,}")
_STEM = 6
_GENERAL = frozenset(
    [
        "decizie",
        "decizia",
        "decizii",
        "cerere",
        "cererea",
        "plangere",
        "contestatie",
        "hotarare",
        "hotararea",
        "sentinta",
        "proces",
        "procesul",
        "verbal",
        "termen",
        "termenul",
        "instanta",
        "instantei",
        "judecata",
        "lipsa",
        "lipsei",
        "dupa",
        "inainte",
        "fara",
        "drept",
        "dreptul",
        "lege",
        "legea",
        "exemplu",
        "fictiv",
        "fictiva",
        "noiembrie",
        "octombrie",
        "septembrie",
        "ianuarie",
        "februarie",
        "martie",
        "aprilie",
        "august",
        "decembrie",
        "judecatoria",
        "tribunalul",
        "curtea",
        "parte",
        "partea",
        "partile",
        "actele",
        "actul",
        "vreau",
        "doresc",
        "trebuie",
        "pentru",
        "despre",
        "client",
        "clientul",
        "cunoaste",
        "niciunul",
    ]
)


def act_applies(kind: CaseKind, title: str, facts: str) -> bool:
    """Whether an act of this title is one that the kind of case rests on; where the kind names none, as a decision."""
    if not kind.titles:
        return decision_applies(kind, title, facts)
    said = fold(title)
    return any(fold(words) in said for words in kind.titles)


def decision_applies(kind: CaseKind, title: str, facts: str) -> bool:
    """Whether a decision of this title is about what the facts are about, in words that not every such case has."""
    return bool((stems(title) & stems(facts)) - _of_every_case(kind.id))


def stems(text: str) -> frozenset[str]:
    """The beginnings of the words that tell something, folded."""
    return frozenset(word[:_STEM] for word in _WORD.findall(fold(text)) if word not in _GENERAL)


@cache
def _of_every_case(kind: str) -> frozenset[str]:
    """Beginnings of words that the kind itself uses: they tell no case of the kind from another."""
    one = case_kinds()[kind]
    return stems(" ".join((one.name["ro"], *one.research, *(fact.label for fact in one.facts))))
