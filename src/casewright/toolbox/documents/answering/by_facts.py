"""Answers by facts: what a document states of the field that is asked for."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final

from casewright.domain.facts import FIELD
from casewright.toolbox.documents.answering.candidates import Candidate
from casewright.vocabulary.folding import fold

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from casewright.questions.subjects import Subject
    from casewright.questions.wants import Wants
    from casewright.tools.ports.answers import StatedFact, StatedFields

ALSO: Final[Mapping[str, str]] = {"term": "expiration_date", "expiration_date": "term"}
"""Fields that one provision states in two forms: how long a contract runs, and until when."""

_PARTS: Final[Mapping[Wants, frozenset[str]]] = {
    "how_long": frozenset({"duration"}),
    "how_much": frozenset({"money", "percent"}),
}
_ROLE: Final = re.compile(
    r"who (?:is|are|was|acts as)(?: the)? ([\w' -]{2,40}?)s?(?: here| in this .*| under .*| of .*)?\??$"
)
_SIDES: Final = frozenset({"party", "partie", "contracting partie", "contractual partie", "two partie"})


def fields_of(subject: Subject) -> tuple[str, ...]:
    """The fields that answer the subject, the asked one first."""
    if subject.field is None:
        return ()
    also = ALSO.get(subject.field)
    return (subject.field,) if also is None else (subject.field, also)


def by_facts(subject: Subject, stated: StatedFields, question: str) -> Candidate | None:
    """What the document's facts answer; None where they do not."""
    for field in fields_of(subject):
        facts = stated.facts.get(field, ())
        if field == "parties":
            facts = sorted(_asked(facts, question), key=_is_bare)
        if facts:
            return _candidate(field, subject.wants, facts)
    return None


def _candidate(field: str, wants: Wants, facts: Sequence[StatedFact]) -> Candidate:
    parts = [(fact, part_of(fact.value, wants)) for fact in facts]
    kinds = _PARTS.get(wants)
    # Of several provisions the first that states what is asked for, such as a sum, else the surest.
    best, value = next((one for one in parts if one[1] is not None), parts[0]) if kinds else parts[0]
    values = [value] if value is not None else []
    read = [best.citation]
    if field == "parties":
        values = [one for _, one in parts if one is not None]
        read = [fact.citation for fact in facts]
    return Candidate(best.citation, "facts", FIELD[field].kind, best.confidence, values, read, field)


def part_of(value: Mapping[str, Any] | None, wants: Wants) -> Mapping[str, Any] | None:
    """Of a value what is asked for: of a clause the first sum or time in it; the value where it has no parts."""
    if value is None or value.get("type") != "clause":
        return value
    kinds = _PARTS.get(wants)
    if kinds is None:
        return value
    return next((one for one in value["amounts"] if one["type"] in kinds), None)


def _asked(facts: Sequence[StatedFact], question: str) -> Sequence[StatedFact]:
    """Of the parties the one that the question names by what it is called ("Who is the Supplier?"), else all."""
    asked = _ROLE.search(fold(question).strip())
    if asked is None or asked.group(1).strip() in _SIDES:
        return facts
    name = asked.group(1).strip()
    return [
        one
        for one in facts
        if one.value is not None and name in _called(one.value) and fold(one.value.get("name", "")) != name
    ]


def _is_bare(fact: StatedFact) -> bool:
    """Whether the fact stands where the contract says what a party is called: where its name stands comes first."""
    words = fold(fact.citation.quote).strip(" \"'“”‘’()").removesuffix("s")
    return fact.value is None or words in _called(fact.value) or " " not in fact.citation.quote.strip()


def _called(value: Mapping[str, Any]) -> set[str]:
    names = [*value.get("defined_as", ()), value.get("role") or ""]
    return {fold(one).removesuffix("s") for one in names if one}
