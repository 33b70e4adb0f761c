"""What asking a chat model costs its tenant: held before it is asked, settled by what the provider counted."""

from __future__ import annotations

import asyncio
import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from casewright.errors import Refused
from casewright.tools.tenancy import current_tenant
from casewright.tools.tenant_limits import cost

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from langchain_core.messages import BaseMessage
    from langchain_core.messages.ai import UsageMetadata

    from casewright.adapters.models.choice import ModelChoice
    from casewright.tools.tenant_limits import Held, ModelMoney

LONGEST_ANSWER = 8_192
"""Tokens that are held for an answer where no setting bounds it; a longer one is counted when it is there."""
_FORMAT = 64
"""Tokens that a provider's format may add to a message."""


class Prices(NamedTuple):
    """US dollars for a million tokens."""

    input: float
    output: float


@dataclass(frozen=True, slots=True)
class Purse:
    """What one chosen model may cost; ``prices`` are None where nobody said what it costs."""

    money: ModelMoney
    prices: Prices | None
    max_tokens: int | None = None

    async def hold(
        self, choice: ModelChoice, messages: Sequence[BaseMessage], offered: Mapping[str, Any]
    ) -> Hold | None:
        """Hold what the answer may cost at most; None where nobody acts, or nothing is paid.

        Raises ``LimitReached`` where the tenant's month has less, ``Refused`` where there is a limit and no price.
        """
        tenant = current_tenant.get()
        if tenant is None:
            return None
        if self.prices is None or not any(self.prices):
            if choice.leaves_the_machine and await asyncio.to_thread(self.money.is_limited, tenant):
                raise Refused(
                    f"What {choice.name} costs is not known, and the tenant {tenant!r} has a limit of model money: "
                    f"whoever runs Casewright here sets {choice.setting}_INPUT_PRICE and {choice.setting}_OUTPUT_PRICE"
                )
            return None
        most = cost(tokens_at_most(messages, offered), self.prices.input)
        most += cost(self.max_tokens or LONGEST_ANSWER, self.prices.output)
        return Hold(self.money, self.prices, await asyncio.to_thread(self.money.hold, tenant, most))


@dataclass(frozen=True, slots=True)
class Hold:
    """Money that is held for one try to get an answer."""

    money: ModelMoney
    prices: Prices
    held: Held

    async def settle(self, used: UsageMetadata | None) -> None:
        """There is an answer; where the provider did not count, what is held stays spent."""
        if used is not None:
            spent = cost(used["input_tokens"], self.prices.input) + cost(used["output_tokens"], self.prices.output)
            await asyncio.to_thread(self.money.settle, self.held, spent)

    async def release(self) -> None:
        """The provider did not answer, and is not paid."""
        await asyncio.to_thread(self.money.settle, self.held, 0)


def tokens_at_most(messages: Sequence[BaseMessage], offered: Mapping[str, Any]) -> int:
    """No token is less than a byte, so this is never too few."""
    sent = sum(
        _FORMAT + _bytes([one.content, getattr(one, "tool_calls", None), one.additional_kwargs]) for one in messages
    )
    return sent + _bytes(dict(offered))


def _bytes(what: object) -> int:
    return len(json.dumps(what, default=str, ensure_ascii=False).encode("utf-8", "surrogatepass"))
