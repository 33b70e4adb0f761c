"""How the providers that the settings name are reached from here."""

from __future__ import annotations

from typing import TYPE_CHECKING

from casewright.bootstrap.lazy import lazy

if TYPE_CHECKING:
    from casewright.config import Settings
    from casewright.tools.ports.consents import Ways


def provider_ways(settings: Settings) -> Ways:
    """The ways to every provider that a consent can name."""

    def load() -> Ways:
        from casewright.adapters.models.choice import PROVIDERS
        from casewright.adapters.proxies import ProviderWays

        services = {
            "isaacus": settings.isaacus_base_url,
            "gleif": settings.gleif_base_url,
            "edgar": settings.edgar_base_url,
        }
        return ProviderWays({**{name: one.base_url for name, one in PROVIDERS.items()}, **services})

    return lazy(load)
