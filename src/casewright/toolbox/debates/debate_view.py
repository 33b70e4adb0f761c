"""A debate as the tools show it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Self

from pydantic import BaseModel, Field

from casewright.domain.debates import StopReason
from casewright.domain.held_debates import DebateStatus

if TYPE_CHECKING:
    from casewright.domain.held_debates import Debate


class DebateItem(BaseModel):
    """One debate at a glance. ``waits_for`` are gates that a person has to decide before it goes on."""

    debate_id: str
    deal_id: str
    status: DebateStatus
    stop_reason: StopReason | None
    recommendation: str | None = Field(description="PROCEED, CONDITIONAL, DECLINE or ABSTAIN; null before the end")
    confidence: float | None
    rounds: int | None
    max_rounds: int
    seed: int
    minds: dict[str, str] = Field(description="What thinks in each role: rules, or provider:model")
    waits_for: list[str]
    owner: str
    started_at: str
    ended_at: str | None

    @classmethod
    def of(cls, debate: Debate) -> Self:
        """The debate's glance."""
        return cls.model_validate(_glance(debate))


class DebateView(DebateItem):
    """One debate whole. ``result`` is what it came to, null before it has ended."""

    result: dict[str, Any] | None

    @classmethod
    def of(cls, debate: Debate) -> Self:
        """All of the debate."""
        result = None if debate.result is None else dict(debate.result)
        return cls.model_validate({**_glance(debate), "result": result})


def _glance(debate: Debate) -> dict[str, Any]:
    result = debate.result or {}
    recommended = result.get("recommendation") or {}
    return {
        "debate_id": debate.id,
        "deal_id": debate.deal,
        "status": debate.status,
        "stop_reason": debate.stop_reason,
        "recommendation": recommended.get("stance"),
        "confidence": recommended.get("confidence"),
        "rounds": result.get("rounds"),
        "max_rounds": debate.settings.max_rounds,
        "seed": debate.settings.seed,
        "minds": {role.value: mind for role, mind in debate.settings.minds.items()},
        "waits_for": list(debate.gates) if debate.status is DebateStatus.WAITING else [],
        "owner": debate.owner,
        "started_at": debate.started_at.isoformat(),
        "ended_at": None if debate.ended_at is None else debate.ended_at.isoformat(),
    }
