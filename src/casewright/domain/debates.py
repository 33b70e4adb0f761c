"""Who argues about a deal, what they may hold of it, and why it ends."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from types import MappingProxyType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

    from casewright.domain.claims import Verdict
    from casewright.domain.ids import ClaimId

MAX_ROUNDS = 5
"""How many rounds a debate may have at most, and has where nobody says otherwise."""


class AgentRole(StrEnum):
    """The five roles (agent framework §2.2), in the order in which they speak."""

    ADVOCATE = "advocate"
    SANAD_BREAKER = "sanad_breaker"
    CONTRADICTION_FINDER = "contradiction_finder"
    RISK_OFFICER = "risk_officer"
    ARBITER = "arbiter"


class Stance(StrEnum):
    """What a role would have the deal's owner do. ``ABSTAIN`` is no opinion, not a mild one."""

    PROCEED = "PROCEED"
    CONDITIONAL = "CONDITIONAL"
    DECLINE = "DECLINE"
    ABSTAIN = "ABSTAIN"


class StopReason(StrEnum):
    """Why a debate ended, in the order in which the reasons are looked for."""

    CRITICAL_DEFECT = "CRITICAL_DEFECT"
    CONSENSUS = "CONSENSUS"
    STABLE_DISSENT = "STABLE_DISSENT"
    EVIDENCE_EXHAUSTED = "EVIDENCE_EXHAUSTED"
    MAX_ROUNDS = "MAX_ROUNDS"


@dataclass(frozen=True, slots=True)
class Position:
    """What one role holds: its stance, and its verdicts on claims of materiality HIGH and CRITICAL.

    ``confidence`` is from 0 to 1. The arbiter's position is the recommendation.
    """

    stance: Stance
    confidence: float
    verdicts: Mapping[ClaimId, Verdict] = field(default_factory=lambda: MappingProxyType({}))

    @property
    def abstains(self) -> bool:
        """Whether it holds nothing."""
        return self.stance is Stance.ABSTAIN

    def same_view(self, other: Position) -> bool:
        """Whether both hold the same, however sure each is of it."""
        return self.stance is other.stance and dict(self.verdicts) == dict(other.verdicts)
