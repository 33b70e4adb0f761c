"""Consents and spending in memory."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from casewright.domain.consents import Consent
    from casewright.domain.ids import MatterId, TenantId


class MemoryConsents:
    """Fits ``ConsentStore``."""

    def __init__(self) -> None:
        self._consents: dict[tuple[TenantId, MatterId, str], Consent] = {}

    def grant(self, consent: Consent) -> None:
        self._consents.setdefault((consent.tenant, consent.matter, consent.provider), consent)

    def revoke(self, tenant: TenantId, matter: MatterId, provider: str) -> bool:
        return self._consents.pop((tenant, matter, provider), None) is not None

    def of_matter(self, tenant: TenantId, matter: MatterId) -> Sequence[Consent]:
        found = [one for key, one in self._consents.items() if key[:2] == (tenant, matter)]
        return sorted(found, key=lambda consent: consent.provider)


class MemorySpendLedger:
    """Fits ``SpendLedger``."""

    def __init__(self) -> None:
        self._tokens: Counter[tuple[TenantId, str, str]] = Counter()

    def spent(self, tenant: TenantId, provider: str, month: str) -> int:
        return self._tokens[tenant, provider, month]

    def reserve(self, tenant: TenantId, provider: str, month: str, tokens: int, *, cap: int) -> bool:
        fits = self._tokens[tenant, provider, month] + tokens <= cap
        self._tokens[tenant, provider, month] += tokens if fits else 0
        return fits

    def correct(self, tenant: TenantId, provider: str, month: str, change: int) -> None:
        self._tokens[tenant, provider, month] += change
