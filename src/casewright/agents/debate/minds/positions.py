"""Holding a position from turn to turn: it moves by evidence that is new to the role, or not at all."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from casewright.domain.ids import EvidenceId

if TYPE_CHECKING:
    from collections.abc import Iterable

    from casewright.agents.debate.mind import ClaimView, Turn
    from casewright.domain.debates import Position

MOST_CITED = 40


def hold_position(
    turn: Turn, position: Position, *, rests_on: Iterable[ClaimView], by: Iterable[str] = ()
) -> tuple[Position, tuple[EvidenceId, ...]]:
    """The position to take in this turn, and the evidence to cite for it.

    ``position`` is what follows from the register now. The first one is taken by the evidence of the claims that it
    ``rests_on``. Where it differs from the role's own later on, it is taken by what of ``by`` is new to the role; where
    nothing is, the role stays with its own, as sure of it as the record is now.
    """
    if turn.own is None:
        ids = (one for view in rests_on for one in view.evidence)
        return position, tuple(dict.fromkeys(ids))[:MOST_CITED]
    if turn.own.same_view(position):
        return replace(turn.own, confidence=position.confidence), ()
    known = set(turn.table).difference(turn.since)
    new = tuple(dict.fromkeys(EvidenceId(one) for one in by if one not in known))
    return (position, new[:MOST_CITED]) if new else (replace(turn.own, confidence=position.confidence), ())


def opposing_ids(views: Iterable[ClaimView]) -> Iterable[str]:
    """The ids of the evidence that the claims' open defects cite."""
    for view in views:
        for defect in view.defects:
            for reference in defect.evidence:
                kind, _, name = reference.rpartition(":")
                if kind in ("", "evidence"):
                    yield name
