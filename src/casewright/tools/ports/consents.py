"""Where consents to send a matter's text to a provider are kept."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Sequence

    from casewright.domain.consents import Consent
    from casewright.domain.ids import MatterId, TenantId


class Ways(Protocol):
    """How providers are reached from here."""

    def proxy(self, provider: str, /) -> str | None:
        """The host (and port) of the proxy through which the provider is reached; None where directly."""
        ...


class ConsentStore(Protocol):
    """At most one consent per (tenant, matter, provider)."""

    def grant(self, consent: Consent) -> None:
        """Store the consent; one that is there already stays as it is."""
        ...

    def revoke(self, tenant: TenantId, matter: MatterId, provider: str) -> bool:
        """Take the consent away; whether there was one."""
        ...

    def of_matter(self, tenant: TenantId, matter: MatterId) -> Sequence[Consent]:
        """The matter's consents by provider; none for a matter that is not there."""
        ...
