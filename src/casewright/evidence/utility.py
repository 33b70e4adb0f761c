"""What a role's challenges were worth: by what came of them, never by how many there were.

Source: spec/evidence-and-debate.md, "Utility".
"""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum
from types import MappingProxyType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping


class ChallengeOutcome(StrEnum):
    """What came of one challenge."""

    CHANGED_A_GRADE = "CHANGED_A_GRADE"
    """Upheld, and a claim's grade changed by it."""
    UPHELD = "UPHELD"
    """Upheld, and every grade stayed."""
    OVERRULED = "OVERRULED"
    """Valid, and not upheld."""
    FRIVOLOUS = "FRIVOLOUS"
    """One of the checks of ``challenges`` refused it."""
    CONTRADICTED = "CONTRADICTED"
    """What it held was shown to be wrong in the same run."""


WORTH: Mapping[ChallengeOutcome, Decimal] = MappingProxyType(
    {
        ChallengeOutcome.CHANGED_A_GRADE: Decimal("0.10"),
        ChallengeOutcome.UPHELD: Decimal("0.00"),
        ChallengeOutcome.OVERRULED: Decimal("0.00"),
        ChallengeOutcome.FRIVOLOUS: Decimal("-0.10"),
        ChallengeOutcome.CONTRADICTED: Decimal("-0.20"),
    }
)


@dataclass(frozen=True, slots=True)
class Ruling:
    """What came of a challenge. A later ruling on the same challenge takes the place of the earlier one."""

    challenge_id: str
    agent_id: str
    outcome: ChallengeOutcome


def utility_scores(rulings: Iterable[Ruling]) -> dict[str, Decimal]:
    """Each agent's utility, agents in alphabetical order. Who made no challenge is not listed."""
    last = {ruling.challenge_id: ruling for ruling in rulings}
    scores: dict[str, Decimal] = {}
    for ruling in last.values():
        scores[ruling.agent_id] = scores.get(ruling.agent_id, Decimal("0.00")) + WORTH[ruling.outcome]
    return dict(sorted(scores.items()))
