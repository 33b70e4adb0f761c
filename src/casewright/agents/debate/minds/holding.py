"""Holding a position from turn to turn: it moves by evidence that was not on the table before, or not at all."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from casewright.domain.ids import EvidenceId

if TYPE_CHECKING:
    from collections.abc import Iterable

    from casewright.agents.debate.mind import ClaimView, Turn
    from casewright.domain.debates import Position


def held(turn: Turn, position: Position, by: Iterable[str] = ()) -> tuple[Position, tuple[EvidenceId, ...]]:
    """The position to take in this turn, and the new evidence that it is taken by.

    ``position`` is what follows from the register now, ``by`` the evidence that it follows from. Where it differs from
    the role's own and nothing of ``by`` is new, the role stays with its own.
    """
    if turn.own is None:
        return position, ()
    if turn.own.same_view(position):
        return replace(turn.own, confidence=position.confidence), ()
    on_table = set(turn.table)
    new = tuple(dict.fromkeys(EvidenceId(one) for one in by if one not in on_table))
    return (position, new) if new else (turn.own, ())


def against(views: Iterable[ClaimView]) -> Iterable[str]:
    """The ids of the evidence that the claims' open defects cite."""
    for view in views:
        for defect in view.defects:
            for reference in defect.evidence:
                kind, _, name = reference.rpartition(":")
                if kind in ("", "evidence"):
                    yield name
