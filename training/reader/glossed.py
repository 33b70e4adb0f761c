"""Romanian documents as the reader reads them: in English words, with their places."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from casewright.adapters.answers.romanian import gloss
from training.reader.pairs import Item

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from casewright.adapters.answers.romanian import Glossed
    from training.reader.passages import Cut


def of_romanian(items: Iterable[Item]) -> Iterator[Item]:
    """The same questions about the same passages, all in English words."""
    known: dict[str, tuple[Cut, list[Glossed]]] = {}
    for item in items:
        name = item.document.name
        if name not in known:
            known[name] = _glossed(item.document)
        document, units = known[name]
        places = [(number, *within(units[number], start, end)) for number, start, end in item.places]
        yield Item(document, [gloss(one).text for one in item.questions], places, item.tempting, item.weight)


def within(made: Glossed, start: int, end: int) -> tuple[int, int]:
    """Where the English stands of what is text[start:end] in Romanian; raises ``ValueError`` where nothing is."""
    inside = [at for at, (low, high) in enumerate(made.places) if low < end and start < high]
    return min(inside), max(inside) + 1


def _glossed(document: Cut) -> tuple[Cut, list[Glossed]]:
    units = [gloss(unit) for unit in document.units]
    own = [
        next((at for at, (low, _) in enumerate(made.places) if low >= first), len(made.text))
        for made, first in zip(units, document.own, strict=True)
    ]
    return replace(document, units=[made.text for made in units], own=own), units
