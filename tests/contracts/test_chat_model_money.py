"""What asking a chat model costs its tenant, asked through each provider's own library over a real wire."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from langchain_core.messages import HumanMessage

from casewright.adapters.models.chat_model import chat_model
from casewright.adapters.models.choice import PROVIDERS, ModelChoice, choose
from casewright.adapters.models.purse import Prices, Purse
from casewright.adapters.models.retries import Tries
from casewright.domain.tenant_limits import TenantLimits
from casewright.errors import CasewrightError, LimitReached, Refused
from casewright.tools.tenancy import acting_in
from casewright.tools.tenant_limits import Limits, ModelMoney
from tests.fakes.fixed_clock import FixedClock
from tests.fakes.memory_limits import MemoryModelMoney, MemoryTenantLimits
from tests.providers.asking import HELLO, LOOK, TURN, Case, Waits
from tests.providers.openai import ScriptedOpenAI
from tests.providers.replies import Drop, Fail, Hang
from tests.shelf import OURS, THEIRS

if TYPE_CHECKING:
    from langchain_core.messages import BaseMessage

    from tests.providers.scripted import ScriptedProvider

pytestmark = [pytest.mark.usefixtures("bare_environment"), pytest.mark.requirement("limits-of-tenants")]
PRICES = Prices(1.0, 10.0)
COST = 11 + 7 * 10
"""Of the scripted turn."""


class Desk:
    """A tenant's money, and a model that is paid from it."""

    def __init__(self, cap: int | None, prices: Prices | None = PRICES) -> None:
        self.ledger = MemoryModelMoney()
        limits = Limits(MemoryTenantLimits(), TenantLimits(model_micros=cap))
        self.money = ModelMoney(limits, self.ledger, FixedClock())
        self.purse = Purse(self.money, prices, max_tokens=100)

    @property
    def spent(self) -> int:
        """What we have spent this month."""
        return self.money.spent(OURS)

    def ask(self, server: ScriptedProvider, *, streamed: bool, timeout: float = 20.0) -> None:
        """Ask once, for us."""
        choice = choose(f"{server.provider}:m", role="assistant", key="k", base_url=server.base_url)

        async def run() -> None:
            tries = Tries(sleep=Waits(), chance=lambda: 0.0)
            model = chat_model(choice, timeout=timeout, max_tokens=100, tries=tries, purse=self.purse)
            bound = model.bind_tools([LOOK])
            try:
                if streamed:
                    _ = [one async for one in bound.astream(HELLO)]
                else:
                    await bound.ainvoke(HELLO)
            finally:
                await model.aclose()

        with acting_in(OURS):
            asyncio.run(run())


def test_an_answer_costs_what_the_provider_counted(case: Case, streamed: bool) -> None:
    """Held before, settled after; nobody else pays."""
    desk = Desk(cap=10_000)
    with case.server(TURN, TURN) as server:
        desk.ask(server, streamed=streamed)
        assert desk.spent == COST
        desk.ask(server, streamed=streamed)
    assert (desk.spent, desk.money.spent(THEIRS)) == (2 * COST, 0)


def test_what_could_cost_more_than_is_left_is_not_sent(case: Case, streamed: bool) -> None:
    """Though the answer would have been short: the sentence names the limit, what is used, and who raises it."""
    desk = Desk(cap=1_000)
    with case.server(TURN) as server, pytest.raises(LimitReached) as caught:
        desk.ask(server, streamed=streamed)
    assert (server.requests, desk.spent) == ([], 0)
    assert "$0.00 a month" in str(caught.value)
    assert "casewright tenants limits" in str(caught.value)


@pytest.mark.parametrize(
    ("reply", "paid"),
    [(Fail(401), False), (Fail(429), False), (Fail(500), False), (Hang(), True), (Drop("The notice "), True)],
)
def test_what_brings_no_answer(reply: Fail | Hang | Drop, paid: bool, streamed: bool) -> None:
    """A provider that says no takes nothing; one that was at it and never came to an end may take all that is held."""
    desk = Desk(cap=None)
    with ScriptedOpenAI(reply, reply, reply) as server, suppress(CasewrightError):
        desk.ask(server, streamed=streamed or isinstance(reply, Drop), timeout=0.3)
    assert len(server.requests) >= 1
    assert (desk.spent >= 100 * PRICES.output) == paid
    assert paid or desk.spent == 0


def test_calls_at_once_never_hold_more_than_there_is() -> None:
    """Each holds what it may cost at most, before it is sent."""
    desk = Desk(cap=10_000)
    with acting_in(OURS):
        most = asyncio.run(desk.purse.hold(_choice(), HELLO, {}))
    assert most is not None
    asyncio.run(most.release())
    fits = 10_000 // most.held.micros
    assert 1 <= fits < 10

    async def hold() -> int:
        found = await asyncio.gather(
            *(desk.purse.hold(_choice(), HELLO, {}) for _ in range(20)), return_exceptions=True
        )
        return sum(not isinstance(one, BaseException) for one in found)

    with acting_in(OURS):
        assert asyncio.run(hold()) == fits
    assert desk.spent <= 10_000


def test_what_is_held_is_never_too_little() -> None:
    """Not even where every byte of what is sent is a token, in whatever alphabet."""
    messages: list[BaseMessage] = [HumanMessage("ș漢" * 1_000)]
    desk = Desk(cap=None)
    with acting_in(OURS):
        held = asyncio.run(desk.purse.hold(_choice(), messages, {"tools": [LOOK]}))
    assert held is not None
    assert held.held.micros >= 5_000 + 100 * PRICES.output


@pytest.mark.parametrize("prices", [None, Prices(0.0, 0.0)])
def test_a_model_without_a_price(prices: Prices | None) -> None:
    """Is refused where there is a limit and it is elsewhere; one on this machine costs nothing."""
    away = replace(_choice(), base_url=PROVIDERS["openai"].base_url)
    with acting_in(OURS):
        with pytest.raises(Refused, match="CASEWRIGHT_ASSISTANT_INPUT_PRICE"):
            asyncio.run(Desk(5, prices).purse.hold(away, HELLO, {}))
        assert asyncio.run(Desk(None, prices).purse.hold(away, HELLO, {})) is None
        assert asyncio.run(Desk(5, prices).purse.hold(_choice(), HELLO, {})) is None


def _choice() -> ModelChoice:
    return choose("openai:m", role="assistant", key="k", base_url="http://127.0.0.1:1/v1")
