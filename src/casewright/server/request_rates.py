"""How many requests are taken: of each person or program, and of each address from which nobody known has asked.

Those of somebody known are counted some at a time, before they are made: one statement for a hundredth of what they have.
What is not made of these within the time that they are counted for is lost.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from datetime import timedelta
from math import ceil
from typing import TYPE_CHECKING

from casewright.bootstrap.local_actors import LOCAL_TENANT
from casewright.server.problems import LIMITED, Problem

if TYPE_CHECKING:
    from datetime import datetime

    from casewright.domain.actors import Actor
    from casewright.domain.ids import TenantId
    from casewright.tools.ports.clock import Clock
    from casewright.tools.ports.limits import Rates

SECONDS = 60
STRANGERS = 60
"""Requests of one address within ``SECONDS`` that bring no key or session of ours: sign-in, links, wrong keys."""


_SHARES = 100
_REMEMBERED = 10_000


@dataclass(slots=True)
class _Counted:
    """Requests that are counted and not made yet; they can be made until their time is over."""

    left: int
    until: datetime

    def use(self, now: datetime) -> bool:
        """Make one of them; False where none is left. On the event loop alone."""
        if self.left < 1 or now >= self.until:
            return False
        self.left -= 1
        return True


class RequestRates:
    """Over the rates. Somebody who is known may ask ``most`` times in ``SECONDS``, with all their keys together."""

    def __init__(self, rates: Rates, clock: Clock, most: int) -> None:
        self._rates = rates
        self._clock = clock
        self._most = most
        self._together = max(1, most // _SHARES)
        self._counted: dict[tuple[TenantId, str], _Counted] = {}

    async def known(self, actor: Actor) -> None:
        """Count a request of somebody's. Raises ``Problem`` where they have none left."""
        whose = (actor.tenant, actor.id)
        counted = self._counted.get(whose)
        if counted is not None and counted.use(self._clock.now()):
            return
        await asyncio.to_thread(self._count, actor)

    def _count(self, actor: Actor) -> None:
        """Count some of their requests, or this one alone where they have not as many left."""
        key, now = f"requests of {actor.id}", self._clock.now()
        if self._together > 1:
            wait = self._rates.take(actor.tenant, key, self._most // self._together, SECONDS, now)
            if wait is None:
                if len(self._counted) >= _REMEMBERED:
                    self._counted = {whose: some for whose, some in self._counted.items() if some.until > now}
                ends = now + timedelta(seconds=SECONDS * self._together / self._most)
                self._counted[actor.tenant, actor.id] = _Counted(self._together - 1, ends)
                return
        self._take(actor.tenant, key, self._most, "You have")

    def stranger(self, address: str) -> None:
        """Count a request of nobody's. Raises ``Problem`` where the address has none left."""
        self._take(LOCAL_TENANT, f"strangers at {address[:64]}", STRANGERS, "Whoever is not signed in has")

    def _take(self, tenant: TenantId, key: str, most: int, whose: str) -> None:
        wait = self._rates.take(tenant, key, most, SECONDS, self._clock.now())
        if wait is not None:
            seconds = max(1, ceil(wait))
            raise Problem(
                LIMITED, f"{whose} {most:,} requests in {SECONDS} seconds: wait {seconds} seconds", retry_after=seconds
            )
