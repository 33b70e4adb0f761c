"""Dissent that outlives the debate: what is preserved, and why something is not.

Source: spec/evidence-and-debate.md, "Dissent is preserved if …".
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from casewright.domain.evidence import Grade
from casewright.evidence.challenges import ValidationResult

if TYPE_CHECKING:
    from collections.abc import Iterable
    from decimal import Decimal

    from casewright.domain.debates import Stance
    from casewright.domain.ids import ClaimId

WEAKEST = Grade.C
"""The weakest grade that a preserved dissent may rest on."""


@dataclass(frozen=True, slots=True)
class DissentRecord:
    """Who holds what against the recommendation. ``grade`` is the worst that it rests on."""

    dissent_id: str
    agent_id: str
    position: Stance
    claim_refs: tuple[ClaimId, ...]
    evidence_refs: tuple[str, ...]
    grade: Grade
    reason: str
    round_number: int


def resting_grade(grades: Iterable[Grade]) -> Grade:
    """The worst of the grades that a dissent rests on; D where it rests on nothing."""
    return max(grades, default=Grade.D)


def check_preserved(dissent: DissentRecord, utility: Decimal) -> ValidationResult:
    """Whether the dissent stays in the report; the reason where it does not. ``utility`` is its author's."""
    if not dissent.claim_refs or not dissent.evidence_refs:
        return ValidationResult(valid=False, reason="It is frivolous: it cites no claim or no evidence")
    if dissent.grade > WEAKEST:
        return ValidationResult(valid=False, reason=f"It rests on grade {dissent.grade}: {WEAKEST} or better is needed")
    if utility < 0:
        return ValidationResult(valid=False, reason=f"Its author's utility is negative: {utility}")
    return ValidationResult(valid=True)
