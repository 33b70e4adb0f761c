"""What people said to the facts of a case's documents, when a name in these is declared later."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from casewright.domain.facts import EndValue, FactValue, LawValue, PartyValue, TextValue
from casewright.domain.kept_facts import FactCorrection, text_digest

if TYPE_CHECKING:
    from collections.abc import Callable

    Mask = Callable[[str], str]


def reworded(said: FactCorrection, mask: Mask) -> FactCorrection:
    """The correction with the words of its value masked."""
    if said.fact is None or said.fact.value is None:
        return said
    return replace(said, fact=replace(said.fact, value=_masked(said.fact.value, mask)))


def moved(said: FactCorrection, old: str, new: str, mask: Mask) -> FactCorrection:
    """The correction at the places of the text ``new``, which masking made of ``old``.

    It stays one of the old text, and is to be made anew, where its words are not found again at the very place.
    """
    if said.text_sha256 != text_digest(old):
        return said
    about = None if said.about is None else _place(old, new, said.about, mask)
    stated = None if said.fact is None else _place(old, new, (said.fact.start, said.fact.end), mask)
    if (said.about is not None and about is None) or (said.fact is not None and stated is None):
        return said
    fact = said.fact
    if fact is not None and stated is not None:
        fact = replace(fact, start=stated[0], end=stated[1])
    return replace(said, about=about, fact=fact, text_sha256=text_digest(new))


def _place(old: str, new: str, place: tuple[int, int], mask: Mask) -> tuple[int, int] | None:
    start, words = len(mask(old[: place[0]])), mask(old[place[0] : place[1]])
    end = start + len(words)
    return (start, end) if words and new[start:end] == words else None


def _masked(value: FactValue, mask: Mask) -> FactValue:
    """The value with its words masked; numbers, days and units hold none."""
    if isinstance(value, TextValue):
        return replace(value, text=mask(value.text))
    if isinstance(value, PartyValue):
        role = None if value.role is None else mask(value.role)
        return PartyValue(mask(value.name), tuple(mask(one) for one in value.defined_as), role)
    if isinstance(value, EndValue) and value.event is not None:
        return replace(value, event=mask(value.event))
    if isinstance(value, LawValue):
        return replace(value, place=mask(value.place))
    return value
