"""What was filed of a conversation, held against what its user meant."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from datetime import date
from decimal import Decimal, InvalidOperation
from typing import TYPE_CHECKING

from casewright.agents.cases.minds.amounts import find_amounts
from casewright.agents.cases.minds.courts import find_court
from casewright.agents.cases.minds.dates import read_date
from casewright.vocabulary.folding import fold
from evals.conversations.user import fits, home_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from casewright.casework.kinds.case_kind import CaseKind, Fact
    from evals.conversations.reading import KnownFact

_MASKED = re.compile(r"\{\{person_\d+\.(?:caseNumber|idCard)\}\}")
_LEVELS = ("judecatorie", "tribunal")
_CURRENCY = {"RON": "lei", "LEI": "lei", "EUR": "euro", "EURO": "euro"}


@dataclass(frozen=True, slots=True)
class Filed:
    """One fact of the case file, and what the judge says of it: right, partly, wrong, or unjudged."""

    fact: str
    value: str
    meant: str
    """What the user knows that it should be."""
    verdict: str


@dataclass(frozen=True, slots=True)
class Judgement:
    """What became of one conversation's facts. ``missed`` were told and have a place in the file, and are not there."""

    filed: tuple[Filed, ...]
    missed: tuple[str, ...]
    homeless: tuple[str, ...]
    """Told, and no fact of the kind is for it."""

    def count(self, verdict: str) -> int:
        """How many were judged so."""
        return sum(one.verdict == verdict for one in self.filed)


def judge(kind: CaseKind, file: Mapping[str, str], facts: Sequence[KnownFact], told: set[str]) -> Judgement:
    """Hold the file's facts, by their ids in the kind, against what the user knows."""
    homes = {one.name: home_of(kind, one, facts) for one in facts}
    filed = []
    fitting: dict[str, set[str]] = {}
    for fact in kind.facts:
        if fact.id in file and file[fact.id] != fact.none:  # what the law says where the user does not know
            meant = [one for one in facts if fact in homes[one.name]]
            fitting[fact.id] = {one.name for one in meant}
            filed.append(_filed(fact, file[fact.id], meant, facts))
    right = {one.meant for one in filed if one.verdict in ("right", "partly")}
    # What the user knows is filed where it belongs: what else is told in words beside it nobody can judge.
    in_words = {fact.id for fact in kind.facts if fact.in_words}
    filed = [
        replace(one, verdict="unjudged", meant="") if one.fact in in_words and _beside(one, right, fitting) else one
        for one in filed
    ]
    missed = [
        one.name
        for one in facts
        if one.name in told and homes[one.name] and one.name not in right and not _elsewhere(one, homes, file)
    ]
    homeless = [one.name for one in facts if one.name in told and not homes[one.name]]
    return Judgement(tuple(filed), tuple(missed), tuple(homeless))


def _beside(one: Filed, right: set[str], fitting: Mapping[str, set[str]]) -> bool:
    return one.verdict == "wrong" and one.meant in right and one.meant in fitting[one.fact]


def matches(known: KnownFact, value: str) -> str:
    """Whether the value is what is known: right, partly, or wrong."""
    match known.type:
        case "date":
            return _said(read_date(value) == date.fromisoformat(known.value))
        case "sum":
            return _said(_sum(known.value) in [(one.value, one.currency) for one in find_amounts(fold(value))])
        case "person" if "{{p" in value:
            return "right"  # who it is is masked
        case "document" if _MASKED.search(value):
            return "right"  # a case file's number is masked, and filled in when a draft is made
        case "place" if value.startswith(("Tribunal", "Judec")):
            courts = {find_court(said, level) for said in (known.said, known.value.title()) for level in _LEVELS}
            named = any(re.search(rf"\b{re.escape(one)}", fold(value)) for one in fold(known.value).split())
            return _said(value in courts or named)
        case "document":
            wanted, there = (re.findall(r"\d+", text) for text in (known.value, value))
            return _said(bool(wanted) and all(one in there or one.lstrip("0") in there for one in wanted))
        case "yes_no":
            return _said(value == {"yes": "da", "no": "nu"}.get(known.value, known.value))
        case "number":
            return _said(value == known.value)
        case _:
            stems = [one for one in fold(known.value).split() if "{{p" not in value or one not in known.names]
            hits = sum(re.search(rf"\b{re.escape(one)}", fold(value)) is not None for one in stems)
            return "right" if hits == len(stems) else "partly" if hits else "wrong"


def _filed(fact: Fact, value: str, meant: Sequence[KnownFact], facts: Sequence[KnownFact]) -> Filed:
    order = ("right", "partly", "wrong")
    judged = sorted(((matches(one, value), one.name) for one in meant), key=lambda found: order.index(found[0]))
    if judged and judged[0][0] != "wrong":
        return Filed(fact.id, value, judged[0][1], judged[0][0])
    # What belongs elsewhere stands here.
    others = [one.name for one in facts if one not in meant and _strange(one, value, fact)]
    if judged or others:
        return Filed(fact.id, value, (judged[0][1] if judged else others[0]), "wrong")
    return Filed(fact.id, value, "", "unjudged")


def _strange(known: KnownFact, value: str, fact: Fact) -> bool:
    """Whether a value in words is another of the user's facts, of another type."""
    return (
        not fits(known, fact)
        and fact.in_words
        and known.type not in ("yes_no", "number")
        and (matches(known, value) == "right" and len(value.split()) <= len(known.said.split()) + 2)
    )


def _elsewhere(known: KnownFact, homes: Mapping[str, Sequence[Fact]], file: Mapping[str, str]) -> bool:
    """Whether it stands in another fact that takes it too."""
    return any(one.id in file and matches(known, file[one.id]) == "right" for one in homes[known.name])


def _sum(value: str) -> tuple[Decimal, str] | None:
    number, _, currency = value.partition(" ")
    try:
        return Decimal(number), _CURRENCY.get(currency.upper(), currency)
    except InvalidOperation:
        return None


def _said(right: bool) -> str:
    return "right" if right else "wrong"
