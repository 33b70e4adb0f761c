"""Where debates are kept, and who holds them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Sequence

    from casewright.domain.actors import Actor
    from casewright.domain.held_debates import Debate, DebateSettings
    from casewright.domain.ids import MatterId, TenantId
    from casewright.domain.matters import Matter


class DebateStore(Protocol):
    """Debates of all tenants; every question names the tenant and sees only its own. None is ever removed."""

    def add(self, debate: Debate) -> None:
        """Store a debate that begins. Raises ``InvalidInput`` where its id is taken."""
        ...

    def get(self, tenant: TenantId, debate: str) -> Debate | None:
        """The debate, None where the tenant has none of that id."""
        ...

    def of_deal(self, tenant: TenantId, deal: MatterId) -> Sequence[Debate]:
        """The deal's debates, oldest first."""
        ...

    def update(self, debate: Debate) -> None:
        """Store status, gates, stop reason, result and end of a debate that is there."""
        ...


class DebateHolder(Protocol):
    """Holds debates, by calls of its own, each governed and recorded."""

    async def hold(self, person: Actor, deal: Matter, settings: DebateSettings) -> Debate:
        """A new debate, run to its end or to a gate.

        Raises ``InvalidInput`` for a deal without claims, and for settings that cannot be used, before anything is
        kept.
        """
        ...

    async def resume(self, person: Actor, deal: Matter, debate: Debate) -> Debate:
        """The debate, gone on with: one that was cut off, or whose gates were decided.

        Raises ``InvalidInput`` for one that has ended for good, ``Refused`` where a gate is still open.
        """
        ...
