"""Where calculations are kept."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Sequence

    from casewright.domain.calculations import Calculation
    from casewright.domain.ids import CalcId, MatterId, TenantId


class CalculationStore(Protocol):
    """Calculations of all tenants; nothing is ever changed or removed."""

    def add(self, calculation: Calculation) -> Calculation:
        """Store it; where the deal has one with the same reproducibility hash, that one comes back."""
        ...

    def get(self, tenant: TenantId, calc: CalcId) -> Calculation | None:
        """The calculation, None where the tenant has none of that id."""
        ...

    def of_deal(self, tenant: TenantId, deal: MatterId) -> Sequence[Calculation]:
        """The deal's calculations, oldest first."""
        ...
