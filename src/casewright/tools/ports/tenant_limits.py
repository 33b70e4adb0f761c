"""What a tenant may keep and spend, and what of it is used."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, Protocol

if TYPE_CHECKING:
    from casewright.domain.ids import TenantId
    from casewright.domain.tenant_limits import TenantLimits

Taken = Literal["new", "known", "full"]
"""Whether room was taken for an object: now, before, or not at all."""


class LimitStore(Protocol):
    """The limits that tenants have of their own."""

    def get(self, tenant: TenantId) -> TenantLimits:
        """The tenant's; empty ones where it has none."""
        ...

    def put(self, tenant: TenantId, limits: TenantLimits) -> None:
        """Store them; they replace those before."""
        ...


class StoredBytes(Protocol):
    """What each tenant's objects take, an object a place. Safe to share between threads and processes."""

    def take(self, tenant: TenantId, place: str, size: int, *, cap: int | None) -> Taken:
        """Take room for an object where the tenant stays at or below ``cap``; an object that has room keeps it."""
        ...

    def give_back(self, tenant: TenantId, place: str) -> None:
        """Give the object's room back; nothing happens where it has none."""
        ...

    def give_back_folder(self, tenant: TenantId, folder: str) -> None:
        """Give back the room of every object whose place lies in this folder."""
        ...

    def used(self, tenant: TenantId) -> int:
        """The bytes of all of the tenant's objects."""
        ...


class MoneyLedger(Protocol):
    """What each tenant spent on models in each month, in micros. Safe to share between threads and processes."""

    def spent(self, tenant: TenantId, month: str) -> int:
        """What was spent in that month, and is held for calls that run."""
        ...

    def reserve(self, tenant: TenantId, month: str, micros: int, *, cap: int | None) -> bool:
        """Add the micros where the month stays at or below ``cap``; whether they were added."""
        ...

    def correct(self, tenant: TenantId, month: str, change: int) -> None:
        """Add ``change`` to the month."""
        ...
