"""Requests are counted some at a time, and never is more let through than there is."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from casewright.domain.actors import Actor
from casewright.domain.ids import ActorId, TenantId
from casewright.server.problems import Problem
from casewright.server.request_rates import RequestRates
from casewright.tools.memory_limits import MemoryRates
from tests.fakes.fixed_clock import FixedClock

if TYPE_CHECKING:
    from datetime import datetime

ANN = Actor(TenantId("firm"), ActorId("ann"), "PARTNER")
BEN = Actor(TenantId("firm"), ActorId("ben"), "PARTNER")
MOST = 1_200


class CountedRates(MemoryRates):
    """Knows how often it was asked."""

    asked = 0

    def take(self, tenant: TenantId, key: str, most: int, seconds: int, now: datetime) -> float | None:
        """As the others do."""
        self.asked += 1
        return super().take(tenant, key, most, seconds, now)


async def let_through(rates: RequestRates, actor: Actor, requests: int) -> int:
    """How many of so many requests at once are let through."""
    ended = await asyncio.gather(*(rates.known(actor) for _ in range(requests)), return_exceptions=True)
    assert all(one is None or isinstance(one, Problem) for one in ended)
    return sum(one is None for one in ended)


def test_all_that_there_is_and_no_more_is_let_through() -> None:
    """Of many requests at once, to the last, whatever is counted together."""

    async def ask() -> None:
        for most in (1, 3, 99, 100, 250, MOST):
            rates = RequestRates(MemoryRates(), FixedClock(), most, 60)
            assert await let_through(rates, ANN, most) == most, most
            assert await let_through(rates, ANN, 20) == 0, most
            assert await let_through(rates, BEN, 1) == 1, most

    asyncio.run(ask())


def test_requests_at_once_are_counted_together() -> None:
    """Sixty requests of one person are five counts, and what two processes let through is one person's."""
    shared = CountedRates()

    async def ask() -> None:
        one, other = (RequestRates(shared, FixedClock(), MOST, 60) for _ in range(2))
        assert await let_through(one, ANN, 60) == 60
        assert shared.asked == 5
        assert await let_through(other, ANN, 1) == 1
        # Eleven are counted there and not made: they are nobody else's.
        assert await let_through(one, ANN, MOST) == MOST - 60 - 12

    asyncio.run(ask())


def test_what_is_counted_and_not_made_is_lost_with_its_time() -> None:
    """After its time nothing is made of it: it would come on top of what there is by then."""
    clock, shared = FixedClock(), CountedRates()

    async def ask() -> None:
        rates = RequestRates(shared, clock, MOST, 60)
        assert await let_through(rates, ANN, 1) == 1
        clock.advance(seconds=4)
        assert (await let_through(rates, ANN, 1), shared.asked) == (1, 1)
        clock.advance(seconds=1)
        assert (await let_through(rates, ANN, 1), shared.asked) == (1, 2)

    asyncio.run(ask())
