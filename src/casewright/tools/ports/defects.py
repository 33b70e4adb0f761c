"""Where defects are kept."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from casewright.domain.defects import Defect, DefectType
    from casewright.domain.ids import ClaimId, DefectId, MatterId, TenantId


class DefectStore(Protocol):
    """Defects of all tenants; nothing is ever removed."""

    def file(self, defects: Sequence[Defect]) -> Sequence[Defect]:
        """Store them; where the deal has one of the same key, that one comes back in its place, whatever its status."""
        ...

    def get(self, tenant: TenantId, defect: DefectId) -> Defect | None:
        """The defect, None where the tenant has none of that id."""
        ...

    def of_deal(self, tenant: TenantId, deal: MatterId) -> Sequence[Defect]:
        """The deal's defects, oldest first."""
        ...

    def of_claims(self, tenant: TenantId, deal: MatterId, claims: Collection[ClaimId]) -> Sequence[Defect]:
        """The defects of these claims of the deal, oldest first."""
        ...

    def has(self, tenant: TenantId, deal: MatterId, kind: DefectType) -> bool:
        """Whether a defect of this type was ever filed in the deal."""
        ...

    def resolve(self, resolved: Defect) -> bool:
        """Store key, status, person, reason and time of a defect that is still open; of any number, one gets True."""
        ...
