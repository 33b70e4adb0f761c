"""Which of the sources that were found speak of a case: acts by their subject, decisions by what the case is about."""

from __future__ import annotations

import re
import tomllib
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING

from casewright.casework.kinds.catalogue import case_kinds
from casewright.vocabulary.folding import fold
from casewright.vocabulary.months import ROMANIAN

if TYPE_CHECKING:
    from casewright.casework.kinds.case_kind import CaseKind

_WORD = re.compile(r"[^\W\d_]{5,}")
_STEM = 6
_LONG = 5


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
    return frozenset(word[:_STEM] for word in _WORD.findall(fold(text)) if word not in _general())


@cache
def _of_every_case(kind: str) -> frozenset[str]:
    """Beginnings of words that the kind itself uses: they tell no case of the kind from another."""
    one = case_kinds()[kind]
    return stems(" ".join((one.name["ro"], *one.research, *(fact.label for fact in one.facts))))


@cache
def _general() -> frozenset[str]:
    """Words that any case may have, the names of months among them; those of five letters may be another word."""
    text = files("casewright.agents.cases.minds").joinpath("relevance.toml").read_text(encoding="utf-8")
    return frozenset((*tomllib.loads(text)["general"].split(), *(name for name in ROMANIAN if len(name) > _LONG)))
