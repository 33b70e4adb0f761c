"""Matters in memory."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC
from typing import TYPE_CHECKING
from uuid import uuid4

from casewright.domain.ids import MatterId
from casewright.domain.matters import Matter, MatterKind, MatterStatus

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime

    from casewright.domain.ids import ActorId, TenantId


class MemoryMatters:
    """Fits ``MatterStore``."""

    def __init__(self) -> None:
        self._matters: list[Matter] = []

    def create(
        self,
        tenant: TenantId,
        *,
        title: str,
        description: str,
        kind: MatterKind,
        jurisdiction: str | None,
        created_by: ActorId,
        at: datetime,
    ) -> Matter:
        moment = at.astimezone(UTC)
        before = [
            matter for matter in self._matters if matter.tenant == tenant and matter.created_at.year == moment.year
        ]
        matter = Matter(
            id=MatterId(str(uuid4())),
            tenant=tenant,
            number=f"M-{moment.year}-{len(before) + 1:03d}",
            title=title,
            description=description,
            kind=kind,
            status=MatterStatus.ACTIVE,
            jurisdiction=jurisdiction,
            created_by=created_by,
            created_at=moment,
            updated_at=moment,
        )
        self._matters.append(matter)
        return matter

    def get(self, tenant: TenantId, matter: MatterId) -> Matter | None:
        return next((item for item in self._matters if item.tenant == tenant and item.id == matter), None)

    def describe(self, tenant: TenantId, matter: MatterId, *, title: str, description: str) -> Matter | None:
        found = self.get(tenant, matter)
        if found is None:
            return None
        described = replace(found, title=title, description=description)
        self._matters[self._matters.index(found)] = described
        return described

    def set_status(self, tenant: TenantId, matter: MatterId, status: MatterStatus, *, at: datetime) -> Matter | None:
        for place, item in enumerate(self._matters):
            if (item.tenant, item.id) == (tenant, matter):
                self._matters[place] = replace(item, status=status, updated_at=at.astimezone(UTC))
                return self._matters[place]
        return None

    def all(self, tenant: TenantId) -> Sequence[Matter]:
        mine = [matter for matter in reversed(self._matters) if matter.tenant == tenant]
        return sorted(mine, key=lambda matter: matter.created_at, reverse=True)
