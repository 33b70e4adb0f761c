"""Saved queries in memory."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from casewright.domain.ids import ActorId, TenantId
    from casewright.domain.queries import SavedQuery


class MemoryQueries:
    """Fits ``QueryStore``."""

    def __init__(self) -> None:
        self._queries: dict[tuple[TenantId, ActorId, str], SavedQuery] = {}

    def put(self, query: SavedQuery, *, replace: bool) -> SavedQuery | None:
        key = (query.tenant, query.owner, query.name)
        if key in self._queries and not replace:
            return None
        self._queries[key] = query
        return query

    def get(self, tenant: TenantId, owner: ActorId, name: str) -> SavedQuery | None:
        return self._queries.get((tenant, owner, name))

    def of_owner(self, tenant: TenantId, owner: ActorId) -> Sequence[SavedQuery]:
        mine = [one for one in self._queries.values() if (one.tenant, one.owner) == (tenant, owner)]
        return sorted(mine, key=lambda one: one.name)
