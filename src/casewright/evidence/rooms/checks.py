"""All checks of a data room together."""

from __future__ import annotations

from typing import TYPE_CHECKING

from casewright.evidence.extraction.grids import blocks
from casewright.evidence.extraction.source import style_and_dollars
from casewright.evidence.rooms import (
    absences,
    concentration,
    contract_terms,
    currencies,
    days,
    ended,
    formulas,
    identities,
    lapsed,
    largest,
    lists,
    made_days,
    mutual,
    none_since,
    prose_figures,
    prose_ratios,
    registers,
    related,
    retention,
    roll_forwards,
    sayings,
    scales,
    shares,
    signatures,
    sums,
    term_lengths,
    terms,
)
from casewright.evidence.rooms.labelled_figures import table_figures
from casewright.evidence.rooms.room_figures import figures_of
from casewright.evidence.rooms.sentence_figures import sentence_figures
from casewright.evidence.rooms.statements import statements

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from casewright.domain.ids import DocumentId
    from casewright.evidence.extraction.places import At
    from casewright.evidence.rooms.seen import Room, Seen

_CHECKS: tuple[Callable[[Room], Sequence[Seen]], ...] = (
    sums.find,
    roll_forwards.find,
    shares.find,
    identities.find,
    lists.find,
    largest.find,
    signatures.find,
    mutual.find,
    absences.find,
    sayings.find,
    none_since.find,
    related.find,
    concentration.find,
    retention.find,
    formulas.find,
    prose_figures.find,
    prose_ratios.find,
    currencies.find,
    scales.find,
    terms.find,
    days.find,
    made_days.find,
    term_lengths.find,
    ended.find,
    lapsed.find,
    contract_terms.find,
    registers.find,
)
"""The surer first: a place is blamed once for one type of defect."""
_KEPT = (blocks, style_and_dollars, statements, table_figures, sentence_figures, figures_of)
"""What is kept of documents while a room is looked at, of as many as a room may have; afterwards nobody asks again."""


def look(room: Room) -> tuple[Seen, ...]:
    """What the checks see in the room, in the order of its documents and of the places in them."""
    order: dict[DocumentId, int] = {one.id: at for at, one in enumerate(room.documents)}
    told: set[tuple[str, At]] = set()
    found: list[Seen] = []
    for check in _CHECKS:
        for one in check(room):
            places = {(one.type.value, at) for at in one.blamed}
            if not places & told:
                told |= places
                found.append(one)
    for read in _KEPT:
        read.cache_clear()
    return tuple(sorted(found, key=lambda one: (order.get(one.blamed[0].document, 0), one.blamed[0].start, one.key)))
