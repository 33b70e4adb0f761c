"""Limits of tenants, and what they keep and spend, in memory."""

from __future__ import annotations

from threading import Lock
from typing import TYPE_CHECKING

from casewright.domain.tenant_limits import TenantLimits

if TYPE_CHECKING:
    from casewright.domain.ids import TenantId
    from casewright.tools.ports.tenant_limits import Taken


class MemoryTenantLimits:
    """Fits ``LimitStore``."""

    def __init__(self) -> None:
        self._limits: dict[TenantId, TenantLimits] = {}

    def get(self, tenant: TenantId) -> TenantLimits:
        return self._limits.get(tenant, TenantLimits())

    def put(self, tenant: TenantId, limits: TenantLimits) -> None:
        self._limits[tenant] = limits


class MemoryModelMoney:
    """Fits ``MoneyLedger``."""

    def __init__(self) -> None:
        self._spent: dict[tuple[TenantId, str], int] = {}
        self._lock = Lock()

    def spent(self, tenant: TenantId, month: str) -> int:
        return self._spent.get((tenant, month), 0)

    def reserve(self, tenant: TenantId, month: str, micros: int, *, cap: int | None) -> bool:
        with self._lock:
            after = self.spent(tenant, month) + micros
            if cap is not None and after > cap:
                return False
            self._spent[tenant, month] = after
            return True

    def correct(self, tenant: TenantId, month: str, change: int) -> None:
        with self._lock:
            if (tenant, month) in self._spent:
                self._spent[tenant, month] += change


class MemoryStoredBytes:
    """Fits ``StoredBytes``."""

    def __init__(self) -> None:
        self._objects: dict[tuple[TenantId, str], int] = {}
        self._lock = Lock()

    def take(self, tenant: TenantId, place: str, size: int, *, cap: int | None) -> Taken:
        with self._lock:
            if (tenant, place) in self._objects:
                return "known"
            if cap is not None and self.used(tenant) + size > cap:
                return "full"
            self._objects[tenant, place] = size
            return "new"

    def give_back(self, tenant: TenantId, place: str) -> None:
        with self._lock:
            self._objects.pop((tenant, place), None)

    def give_back_folder(self, tenant: TenantId, folder: str) -> None:
        for owner, place in list(self._objects):
            if owner == tenant and place.startswith(f"{folder}/"):
                self.give_back(tenant, place)

    def used(self, tenant: TenantId) -> int:
        return sum(size for (owner, _place), size in self._objects.items() if owner == tenant)
