"""A thread: one person's conversation with an agent in one matter, and what it used."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NewType

if TYPE_CHECKING:
    from datetime import datetime

    from casewright.domain.ids import ActorId, MatterId, TenantId

ThreadId = NewType("ThreadId", str)


@dataclass(frozen=True, slots=True)
class Usage:
    """Tokens that went to and came from models."""

    input_tokens: int = 0
    output_tokens: int = 0

    @property
    def tokens(self) -> int:
        """Both together."""
        return self.input_tokens + self.output_tokens


@dataclass(frozen=True, slots=True)
class Thread:
    """One thread. ``title`` is the beginning of its first question."""

    id: ThreadId
    tenant: TenantId
    matter: MatterId
    owner: ActorId
    title: str
    created_at: datetime
    used: Usage = Usage()
