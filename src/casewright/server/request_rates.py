"""How many requests are taken: of each person or program, and of each address from which nobody known has asked."""

from __future__ import annotations

from math import ceil
from typing import TYPE_CHECKING

from casewright.bootstrap.local_actors import LOCAL_TENANT
from casewright.server.problems import LIMITED, Problem

if TYPE_CHECKING:
    from casewright.domain.actors import Actor
    from casewright.domain.ids import TenantId
    from casewright.tools.ports.clock import Clock
    from casewright.tools.ports.limits import Rates

SECONDS = 60


class RequestRates:
    """Over the rates. Somebody who is known may ask ``most`` times in ``SECONDS``, with all their keys together.

    One address may ask ``of_strangers`` times without a key or session of ours: sign-in, links, wrong keys.
    """

    def __init__(self, rates: Rates, clock: Clock, most: int, of_strangers: int) -> None:
        self._rates = rates
        self._clock = clock
        self._most = most
        self._of_strangers = of_strangers

    def known(self, actor: Actor) -> None:
        """Count a request of somebody's. Raises ``Problem`` where they have none left."""
        self._take(actor.tenant, f"requests of {actor.id}", self._most, "You have")

    def stranger(self, address: str) -> None:
        """Count a request of nobody's. Raises ``Problem`` where the address has none left."""
        self._take(LOCAL_TENANT, f"strangers at {address[:64]}", self._of_strangers, "Whoever is not signed in has")

    def _take(self, tenant: TenantId, key: str, most: int, whose: str) -> None:
        wait = self._rates.take(tenant, key, most, SECONDS, self._clock.now())
        if wait is not None:
            seconds = max(1, ceil(wait))
            raise Problem(
                LIMITED, f"{whose} {most:,} requests in {SECONDS} seconds: wait {seconds} seconds", retry_after=seconds
            )
