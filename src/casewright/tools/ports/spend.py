"""What a tenant has spent with a provider, kept by month."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from casewright.domain.ids import TenantId


class SpendLedger(Protocol):
    """Tokens per (tenant, provider, month). A month is written ``2026-11``, in UTC."""

    def spent(self, tenant: TenantId, provider: str, month: str) -> int:
        """The tokens of that month, 0 where there are none; those that are reserved count."""
        ...

    def reserve(self, tenant: TenantId, provider: str, month: str, tokens: int, *, cap: int) -> bool:
        """Add the tokens where the month stays at or below ``cap``, else nothing; whether they were added.

        Safe against others that reserve at the same time.
        """
        ...

    def correct(self, tenant: TenantId, provider: str, month: str, change: int) -> None:
        """Add ``change``, which may be negative, to a month that something was reserved in."""
        ...
