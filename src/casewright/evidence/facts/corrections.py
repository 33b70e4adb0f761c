"""What people said, laid over what a reader read: people win."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from casewright.domain.facts import FIELDS, FactHow
from casewright.domain.kept_facts import CorrectionKind, FactCorrection, PlacedFact

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

Span = tuple[int, int]
Place = tuple[str, Span]

_ORDER = {field.name: number for number, field in enumerate(FIELDS)}


@dataclass(frozen=True, slots=True)
class Corrected:
    """The facts that hold, in the order of the fields, and the fields that people said are not there at all.

    ``origins`` has, for each fact that a person stands behind, the place by which corrections know it.
    """

    facts: tuple[PlacedFact, ...]
    rejected: tuple[str, ...]
    origins: dict[Place, Place]


def corrected(facts: Sequence[PlacedFact], corrections: Iterable[FactCorrection]) -> Corrected:
    """The facts with the corrections, oldest first, laid over them.

    A reader's fact gives way to a person's word on one of its field with which it shares half of the shorter.
    """
    said: dict[Place, PlacedFact | None] = {}
    rejected: dict[str, None] = {}
    for one in corrections:
        _lay(one, said, rejected)
    held = [fact for fact in facts if fact.field not in rejected and not _is_spoken_for(fact, said)]
    stated = [(place, fact) for place, fact in said.items() if fact is not None]
    origins = {(fact.field, (fact.start, fact.end)): place for place, fact in stated}
    everything = [*(fact for _, fact in stated), *held]
    everything.sort(key=lambda fact: _ORDER[fact.field])
    return Corrected(tuple(everything), tuple(sorted(rejected, key=_ORDER.__getitem__)), origins)


def _lay(one: FactCorrection, said: dict[Place, PlacedFact | None], rejected: dict[str, None]) -> None:
    about = one.about
    if about is None and one.fact is not None:
        about = (one.fact.start, one.fact.end)
    if about is None:
        if one.kind is CorrectionKind.WITHDRAW:
            rejected.pop(one.field, None)
        else:
            rejected[one.field] = None
            for place in [place for place in said if place[0] == one.field]:
                del said[place]
        return
    place = (one.field, about)
    if one.kind is CorrectionKind.WITHDRAW:
        said.pop(place, None)
    else:
        said[place] = one.fact
        if one.fact is not None:
            rejected.pop(one.field, None)


def _is_spoken_for(fact: PlacedFact, said: dict[Place, PlacedFact | None]) -> bool:
    own = (fact.start, fact.end)
    for (field, about), stated in said.items():
        if field != fact.field:
            continue
        if _same(own, about) or (stated is not None and _same(own, (stated.start, stated.end))):
            return True
    return False


def _same(one: Span, other: Span) -> bool:
    shared = min(one[1], other[1]) - max(one[0], other[0])
    return 2 * shared >= min(one[1] - one[0], other[1] - other[0])


def compared(
    before: Sequence[PlacedFact], after: Sequence[PlacedFact]
) -> list[tuple[str, list[PlacedFact], list[PlacedFact]]]:
    """The fields that are read otherwise, with the facts of both; neither how sure they are matters nor their order."""
    changed = []
    for field in _ORDER:
        old, new = ([fact for fact in facts if fact.field == field] for facts in (before, after))
        if {_stated(fact) for fact in old} != {_stated(fact) for fact in new}:
            changed.append((field, old, new))
    return changed


def _stated(fact: PlacedFact) -> PlacedFact:
    return replace(fact, page=None, section=None, confidence=0.0, how=FactHow.RULE)
