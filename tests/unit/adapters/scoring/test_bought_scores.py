"""Scores that are bought: once each, kept as they come, within what they may cost."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING

import numpy as np
import pytest

from casewright.adapters.scoring.bought_scores import BoughtScores
from casewright.adapters.scoring.isaacus.spend import Spending, batches, tokens_of
from casewright.domain.ids import TenantId
from casewright.domain.tenant_limits import TenantLimits
from casewright.errors import LimitReached, Refused, Unavailable
from casewright.tools.tenant_limits import Limits, ModelMoney, TokenMoney
from tests.fakes.fixed_clock import FixedClock
from tests.fakes.memory_limits import MemoryModelMoney, MemoryTenantLimits
from tests.fakes.memory_providers import MemorySpendLedger
from tests.fakes.memory_scores import MemoryScoreCache

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from casewright.adapters.scoring.bought_scores import Purse
    from casewright.tools.ports.scoring import FloatArray, IntArray, Tier

OURS = TenantId("ours")
TEXT = "x" * 40


class Shop:
    """Sells scores of 0.5 in batches of ten for a hundred tokens each, and can run dry after some."""

    model = "shop-1"

    def __init__(self, dry_after: int = 10**9) -> None:
        self.sold = 0
        self.dry_after = dry_after
        self.at_once = 0
        self.most_at_once = 0

    def tier(self, statement: str) -> Tier:
        return "head"

    def threshold(self, statement: str) -> float:
        return 0.5

    def buy(self, statement: str, texts: Sequence[str], purse: Purse) -> Iterator[tuple[IntArray, FloatArray]]:
        self.at_once += 1
        self.most_at_once = max(self.most_at_once, self.at_once)
        for low in range(0, len(texts), 10):
            if self.sold >= self.dry_after:
                raise Unavailable("out of funds")
            purse.reserve(100)
            places = np.arange(low, min(low + 10, len(texts)))
            self.sold += len(places)
            purse.settle(100, len(places), 80)
            yield places, np.full(len(places), 0.5, np.float32)
        self.at_once -= 1


class House:
    """Bought scores over chunks of one text each, with caps."""

    def __init__(
        self, shop: Shop, *, per_query: int = 10**6, per_month: int = 10**6, money: int | None = None, price: float = 2
    ) -> None:
        self.ledger, self.clock, self.cache = MemorySpendLedger(), FixedClock(), MemoryScoreCache()
        limits = Limits(MemoryTenantLimits(), TenantLimits(model_micros=money))
        self.money = ModelMoney(limits, MemoryModelMoney(), self.clock)

        def purse(tenant: TenantId) -> Spending:
            paid = TokenMoney(self.money, tenant, price, "it has no price")
            caps = {"per_query": per_query, "per_month": per_month}
            return Spending(tenant, self.ledger, **caps, now=self.clock.now, money=paid)

        self.scores = BoughtScores(shop, self.cache, purse)

    def ask(self, count: int) -> FloatArray:
        return self.scores.scores(OURS, "s", np.arange(count), lambda positions: [TEXT] * len(positions))


@pytest.mark.requirement("isaacus-kept")
def test_what_was_bought_before_a_failure_is_kept() -> None:
    """A failure half-way costs nothing twice: the next query buys only the rest."""
    shop = Shop(dry_after=30)
    house = House(shop)
    with pytest.raises(Unavailable, match="out of funds"):
        house.ask(50)
    shop.dry_after = 10**9

    known = house.scores.paid(OURS).known("s", np.arange(50))
    house.ask(50)

    assert np.count_nonzero(~np.isnan(known)) == 30
    assert shop.sold == 50


@pytest.mark.requirement("isaacus-kept")
def test_askers_at_once_buy_a_pair_once() -> None:
    """Of threads that ask the same at the same time one buys, and the others find it."""
    shop = Shop()
    house = House(shop)
    threads = [threading.Thread(target=house.ask, args=(40,)) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert shop.sold == 40
    assert shop.most_at_once == 1


@pytest.mark.requirement("spend-caps")
def test_query_stops_at_its_cap() -> None:
    """A query takes no more than it may; what it has is kept, and the next query has a cap of its own."""
    shop = Shop()
    house = House(shop, per_query=200)
    with pytest.raises(Refused, match=r"has used 160 of its 200 tokens: .* CASEWRIGHT_ISAACUS_QUERY_TOKENS; what was"):
        house.ask(50)

    assert shop.sold == 20
    assert np.count_nonzero(~np.isnan(house.scores.paid(OURS).known("s", np.arange(50)))) == 20
    assert house.ledger.spent(OURS, "isaacus", "2025-03") == 160


@pytest.mark.requirement("spend-caps")
def test_month_stops_at_its_cap_and_the_next_begins_anew() -> None:
    """All queries of a tenant share the month."""
    shop = Shop()
    house = House(shop, per_month=250)
    house.ask(20)
    with pytest.raises(Refused, match=r"this month's 250 tokens are used up: .* CASEWRIGHT_ISAACUS_MONTH_TOKENS"):
        house.ask(50)
    house.clock.advance(days=30)

    house.ask(40)

    assert shop.sold == 40


@pytest.mark.requirement("spend-caps")
def test_estimate_is_held_to_the_caps_before_anything_is_bought() -> None:
    """What a query could take is told beside what it may take; nothing was sent."""
    wanted = {"s" * 40: np.full(10, 40)}
    House(Shop(), per_query=230).scores.paid(OURS).allow(wanted)
    with pytest.raises(Refused, match=r"could take about 230 tokens, and one may take 229: .* nothing was sent"):
        House(Shop(), per_query=229).scores.paid(OURS).allow(wanted)
    with pytest.raises(Refused, match=r"of this month's 229 only 229 are left: wait for the next month"):
        House(Shop(), per_month=229).scores.paid(OURS).allow(wanted)
    House(Shop(), per_query=0, per_month=0).scores.paid(OURS).allow({"s": np.zeros(0, np.int64)})


@pytest.mark.requirement("limits-of-tenants")
def test_money_of_the_tenant_bounds_what_is_bought() -> None:
    """Beside the caps on tokens: 100 are held, 80 are counted, at two millionths of a dollar each."""
    shop = Shop()
    house = House(shop, money=400)
    with pytest.raises(LimitReached, match="tenants limits"):
        house.ask(50)
    assert (shop.sold, house.money.spent(OURS), house.ledger.spent(OURS, "isaacus", "2025-03")) == (20, 320, 160)
    with pytest.raises(LimitReached, match="nothing was sent"):
        house.scores.paid(OURS).allow({"s" * 40: np.full(10, 40)})
    house.clock.advance(days=30)
    house.ask(40)
    assert shop.sold == 40


@pytest.mark.requirement("limits-of-tenants")
def test_scores_without_a_price_are_not_bought_under_a_limit() -> None:
    """Without a limit they are, and cost nothing that anybody knows."""
    with pytest.raises(Refused, match="it has no price"):
        House(Shop(), money=400, price=0).ask(1)
    free = House(Shop(), price=0)
    free.ask(1)
    assert free.money.spent(OURS) == 0


def test_tokens_are_estimated_from_characters() -> None:
    """Four characters a token, the statement and the model's own format for every text."""
    assert tokens_of("s" * 8, [40, 41]) == (10 + 2 + 3) + (11 + 2 + 3)


@pytest.mark.parametrize(
    ("lengths", "expected"),
    [([], []), ([5], [1]), ([1] * 130, [64, 64, 2]), ([60_000] * 3, [1, 1, 1]), ([200_000, 1, 1], [1, 2])],
)
def test_batches(lengths: list[int], expected: list[int]) -> None:
    """Batches follow each other without a gap, hold at most 64 texts and 100,000 characters, and never nothing."""
    cut = list(batches(lengths))
    assert [len(lengths[one]) for one in cut] == expected
    assert [place for one in cut for place in range(*one.indices(len(lengths)))] == list(range(len(lengths)))
