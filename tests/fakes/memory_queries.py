"""Saved queries in memory."""

from __future__ import annotations

from dataclasses import replace as changed
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from casewright.domain.ids import ActorId, MatterId, TenantId
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

    def remove(self, tenant: TenantId, owner: ActorId, name: str) -> bool:
        return self._queries.pop((tenant, owner, name), None) is not None

    def of_matter(self, tenant: TenantId, matter: MatterId) -> Sequence[SavedQuery]:
        found = [one for one in self._queries.values() if (one.tenant, one.matter) == (tenant, matter)]
        return sorted(found, key=lambda one: (one.owner, one.name))

    def rewrite(self, before: SavedQuery, after: SavedQuery) -> bool:
        place, new = (before.tenant, before.owner, before.name), (before.tenant, before.owner, after.name)
        if place not in self._queries or (new != place and new in self._queries):
            return False
        stored = self._queries.pop(place)
        self._queries[new] = changed(stored, name=after.name, query=after.query, description=after.description)
        return True
