"""Where whoever runs a server says what a tenant may keep and spend. Each change is recorded in the tenant's audit."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from casewright.domain.actors import Actor
from casewright.errors import InvalidInput, NotFound
from casewright.tools.tenancy import acting_in

if TYPE_CHECKING:
    from casewright.domain.ids import TenantId
    from casewright.domain.tenant_limits import TenantLimits
    from casewright.tools.auth_events import AuthEvents
    from casewright.tools.ports.accounts import TenantStore
    from casewright.tools.tenant_limits import Limits


@dataclass(frozen=True, slots=True)
class LimitDesk:
    """Over these parts. ``home`` is the tenant that is there without being stored."""

    limits: Limits
    tenants: TenantStore
    events: AuthEvents
    home: TenantId

    def own(self, tenant: TenantId) -> TenantLimits:
        """The limits that the tenant has of its own. Raises ``NotFound``."""
        with acting_in(tenant):
            self._require(tenant)
            return self.limits.own.get(tenant)

    def of(self, tenant: TenantId) -> TenantLimits:
        """What holds for the tenant. Raises ``NotFound``."""
        return self.own(tenant).over(self.limits.usual)

    def set(self, tenant: TenantId, limits: TenantLimits, by: Actor) -> None:
        """Let these be the tenant's own. Raises ``NotFound``, and ``InvalidInput`` for one below 0."""
        if any(one is not None and one < 0 for one in (limits.storage_bytes, limits.model_micros)):
            raise InvalidInput("A limit is 0 or more: give another")
        with acting_in(tenant):
            self._require(tenant)
            # Recorded first: a change that nobody can be asked about is none.
            self.events.done(
                Actor(tenant, by.id, by.role),
                "limit_tenant",
                "auth.tenant_limited",
                storage_bytes=limits.storage_bytes,
                model_micros=limits.model_micros,
            )
            self.limits.own.put(tenant, limits)

    def _require(self, tenant: TenantId) -> None:
        if tenant != self.home and self.tenants.get(tenant) is None:
            raise NotFound(f"Tenant {tenant!r} not found: 'casewright tenants list' shows the names")
