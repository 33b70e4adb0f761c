"""Which of several documents has the last word on a field, where they amend one another as people confirmed."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING

from casewright.domain.amendments import AmendmentKind
from casewright.domain.facts import DateValue

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from casewright.domain.amendments import Amendment
    from casewright.domain.ids import DocumentId
    from casewright.domain.kept_facts import PlacedFact

OWN_FIELDS = frozenset({"document_name", "parties", "agreement_date", "effective_date"})
"""What a document that only amends another one says of itself: its own title, signatories and days."""


@dataclass(frozen=True, slots=True)
class Later:
    """A document that amends another one, ``steps`` amendments away; ``kind`` is what the last of these does."""

    document: DocumentId
    kind: AmendmentKind
    steps: int


def later_than(document: DocumentId, held: Iterable[Amendment]) -> list[Later]:
    """Every document that amends this one, itself or by way of others; each once, the nearest first."""
    found: dict[DocumentId, Later] = {}
    edges = list(held)
    reached = [Later(document, AmendmentKind.AMENDS, 0)]
    while reached:
        reached = [
            Later(edge.document, edge.kind, before.steps + 1)
            for before in reached
            for edge in edges
            if edge.amended == before.document and edge.document not in found and edge.document != document
        ]
        found.update((one.document, one) for one in reached)
    return list(found.values())


def latest_first(later: Sequence[Later], facts: Mapping[DocumentId, Sequence[PlacedFact]]) -> tuple[list[Later], bool]:
    """The latest first, by their own days, else by the steps between; and whether the order is certain.

    It is not where two documents stand as far away and one of them has no day that could be read.
    """
    days = {one.document: _day(facts.get(one.document, ())) for one in later}
    alike = [one.steps for one in later]
    certain = all(days[one.document] is not None or alike.count(one.steps) == 1 for one in later)
    if not all(days.values()):
        order = sorted(later, key=lambda one: (one.steps, days[one.document] or date.min), reverse=True)
    else:
        order = sorted(later, key=lambda one: (days[one.document] or date.min, one.steps), reverse=True)
    return order, certain


def speaks_of(later: Later, field: str) -> bool:
    """Whether what the later document says of the field is said of the earlier one."""
    return later.kind is not AmendmentKind.AMENDS or field not in OWN_FIELDS


def _day(facts: Sequence[PlacedFact]) -> date | None:
    for field in ("agreement_date", "effective_date"):
        for fact in facts:
            if fact.field == field and isinstance(fact.value, DateValue):
                return fact.value.date
    return None
