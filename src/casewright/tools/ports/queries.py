"""Where queries are kept that people save under a name."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Sequence

    from casewright.domain.ids import ActorId, MatterId, TenantId
    from casewright.domain.queries import SavedQuery


class QueryStore(Protocol):
    """Saved queries of all tenants; every question names tenant and owner and sees only their own."""

    def put(self, query: SavedQuery, *, replace: bool) -> SavedQuery | None:
        """Store the query; the stored one comes back.

        Where the owner has one of this name it is replaced if ``replace`` is set; otherwise nothing is stored and None
        comes back.
        """
        ...

    def get(self, tenant: TenantId, owner: ActorId, name: str) -> SavedQuery | None:
        """The owner's query of this name."""
        ...

    def of_owner(self, tenant: TenantId, owner: ActorId) -> Sequence[SavedQuery]:
        """The owner's queries, by name."""
        ...

    def remove(self, tenant: TenantId, owner: ActorId, name: str) -> bool:
        """Remove the owner's query of this name; whether there was one."""
        ...

    def of_matter(self, tenant: TenantId, matter: MatterId) -> Sequence[SavedQuery]:
        """The queries that were made for the matter, whoever's they are, by owner and name."""
        ...

    def rewrite(self, before: SavedQuery, after: SavedQuery) -> bool:
        """Give the owner's query of the name that ``before`` has the name and the texts of ``after``.

        False, and nothing changed, where there is none, or where the owner has another query of the new name.
        """
        ...
