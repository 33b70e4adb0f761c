"""Debates that were held, or are being held, about a deal."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import datetime

    from casewright.domain.debates import AgentRole, StopReason
    from casewright.domain.ids import ActorId, GateId, MatterId, TenantId


class DebateStatus(StrEnum):
    """``running`` is also one that was cut off: it can be resumed. ``waiting`` is for a person at a gate."""

    RUNNING = "running"
    WAITING = "waiting"
    ENDED = "ended"


@dataclass(frozen=True, slots=True)
class DebateSettings:
    """How a debate is held. ``minds`` names what thinks in each role: ``rules`` or ``provider:model``.

    The same deal, minds, rounds and ``seed`` lead to the same result.
    """

    minds: Mapping[AgentRole, str]
    max_rounds: int
    seed: int


@dataclass(frozen=True, slots=True)
class Debate:
    """One debate. ``gates`` are those that it waits for; ``result`` is there once it has ended."""

    id: str
    tenant: TenantId
    deal: MatterId
    owner: ActorId
    status: DebateStatus
    settings: DebateSettings
    started_at: datetime
    audit_from: int
    gates: tuple[GateId, ...] = ()
    stop_reason: StopReason | None = None
    result: Mapping[str, Any] | None = None
    ended_at: datetime | None = None
