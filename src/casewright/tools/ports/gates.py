"""Where gates for people are kept."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Sequence

    from casewright.domain.human_gates import HumanGate
    from casewright.domain.ids import GateId, MatterId, TenantId


class GateStore(Protocol):
    """Human gates of all tenants; nothing is ever removed."""

    def file(self, gate: HumanGate) -> HumanGate:
        """Store the gate; where the deal has one of the same key, that one comes back."""
        ...

    def get(self, tenant: TenantId, gate: GateId) -> HumanGate | None:
        """The gate, None where the tenant has none of that id."""
        ...

    def of_deal(self, tenant: TenantId, deal: MatterId) -> Sequence[HumanGate]:
        """The deal's gates, oldest first."""
        ...

    def change(self, changed: HumanGate) -> bool:
        """Store claims, reason and priority of a gate that is still open; False where it is decided or not there."""
        ...

    def decide(self, decided: HumanGate) -> bool:
        """Store key and decision of a gate that is still open; of any number who decide, one gets True."""
        ...
