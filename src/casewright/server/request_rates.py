"""How many requests are taken: of each person or program, and of each address from which nobody known has asked.

Those of somebody known are counted some at a time before they are made, a hundredth of what they have in a minute: so
most requests wait for no count. Of those, what is not made within ``HELD`` is lost to whoever it was.
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
    from casewright.domain.ids import ActorId, TenantId
    from casewright.tools.ports.clock import Clock
    from casewright.tools.ports.limits import Rates

    Whose = tuple[TenantId, ActorId]

SECONDS = 60
HELD = timedelta(seconds=5)
"""How long requests that are counted can be made: so that they, on top of all that came in again, are few."""
_SHARES = 100
"""Into how many times that they are counted somebody's requests are divided."""
_KEYS = 10_000
"""Of how many people counts are held; beyond that those whose time is over are forgotten."""


@dataclass(slots=True)
class _Counted:
    """Requests that are counted and not made yet."""

    left: int
    until: datetime


class RequestRates:
    """Over the rates. Somebody who is known may ask ``most`` times in ``SECONDS``, with all their keys together.

    One address may ask ``of_strangers`` times without a key or session of ours: sign-in, links, wrong keys.
    """

    def __init__(self, rates: Rates, clock: Clock, most: int, of_strangers: int) -> None:
        self._rates = rates
        self._clock = clock
        self._most = most
        self._of_strangers = of_strangers
        self._share = max(1, most // _SHARES)
        self._counted: dict[Whose, _Counted] = {}
        self._counting: dict[Whose, asyncio.Future[None]] = {}

    async def known(self, actor: Actor) -> None:
        """Count a request of somebody's. Raises ``Problem`` where they have none left. On one event loop alone."""
        whose = (actor.tenant, actor.id)
        while not self._is_counted(whose):
            under_way = self._counting.get(whose)
            if under_way is None:
                await self._count(actor, whose)
                return
            await asyncio.shield(under_way)

    def known_now(self, actor: Actor) -> None:
        """As ``known``, of a thread that may wait: counted by itself."""
        self._take(actor.tenant, f"requests of {actor.id}", self._most, "You have")

    def stranger(self, address: str) -> None:
        """Count a request of nobody's. Raises ``Problem`` where the address has none left."""
        self._take(LOCAL_TENANT, f"strangers at {address[:64]}", self._of_strangers, "Whoever is not signed in has")

    def _is_counted(self, whose: Whose) -> bool:
        counted = self._counted.get(whose)
        if counted is None or counted.left < 1 or self._clock.now() >= counted.until:
            return False
        counted.left -= 1
        return True

    async def _count(self, actor: Actor, whose: Whose) -> None:
        """Count the request, and some more of theirs; nobody else counts for them meanwhile."""
        under_way = self._counting[whose] = asyncio.get_running_loop().create_future()
        try:
            counted = await asyncio.to_thread(self._take_share, actor)
        finally:
            del self._counting[whose]
            under_way.set_result(None)
        if counted is not None:
            now = self._clock.now()
            if len(self._counted) >= _KEYS:
                self._counted = {one: left for one, left in self._counted.items() if left.until > now}
            self._counted[whose] = counted

    def _take_share(self, actor: Actor) -> _Counted | None:
        """What was counted beside the one request; None where there was not as much left, so that it is that alone."""
        key, now = f"requests of {actor.id}", self._clock.now()
        if self._share > 1 and self._rates.take(actor.tenant, key, self._most // self._share, SECONDS, now) is None:
            return _Counted(self._share - 1, now + HELD)
        self._take(actor.tenant, key, self._most, "You have")
        return None

    def _take(self, tenant: TenantId, key: str, most: int, whose: str) -> None:
        wait = self._rates.take(tenant, key, most, SECONDS, self._clock.now())
        if wait is not None:
            seconds = max(1, ceil(wait))
            raise Problem(
                LIMITED, f"{whose} {most:,} requests in {SECONDS} seconds: wait {seconds} seconds", retry_after=seconds
            )
