"""Debates in memory."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from casewright.errors import InvalidInput

if TYPE_CHECKING:
    from collections.abc import Sequence

    from casewright.domain.held_debates import Debate
    from casewright.domain.ids import MatterId, TenantId


class MemoryDebates:
    """Fits ``DebateStore``."""

    def __init__(self) -> None:
        self._debates: dict[tuple[TenantId, str], Debate] = {}

    def add(self, debate: Debate) -> None:
        key = (debate.tenant, debate.id)
        if key in self._debates:
            raise InvalidInput(f"Debate {debate.id!r} is there already: 'casewright debate resume' goes on with it")
        self._debates[key] = debate

    def get(self, tenant: TenantId, debate: str) -> Debate | None:
        return self._debates.get((tenant, debate))

    def of_deal(self, tenant: TenantId, deal: MatterId) -> Sequence[Debate]:
        return [one for one in self._debates.values() if (one.tenant, one.deal) == (tenant, deal)]

    def update(self, debate: Debate) -> None:
        there = self._debates.get((debate.tenant, debate.id))
        if there is not None:
            self._debates[(debate.tenant, debate.id)] = replace(
                there,
                status=debate.status,
                gates=debate.gates,
                stop_reason=debate.stop_reason,
                result=debate.result,
                ended_at=debate.ended_at,
            )
