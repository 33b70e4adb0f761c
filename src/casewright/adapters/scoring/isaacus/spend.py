"""What scores cost: estimated before, counted after, within what a query and a tenant's month may cost."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from casewright.errors import Refused
from casewright.tools.ports.scoring import Bought, Estimate

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence
    from datetime import datetime

    from casewright.domain.ids import TenantId
    from casewright.tools.ports.scoring import IntArray, SpendLedger

PROVIDER = "isaacus"
_CHARACTERS_A_TOKEN = 4
"""English legal text has 4 to 5."""
_FORMAT = 3
"""Tokens that the model's format adds to each pair of statement and text (docs.isaacus.com, "Costs")."""
_TEXTS, _CHARACTERS = 64, 100_000
"""What one request holds at most."""


def tokens_of(statement: str, lengths: Sequence[int] | IntArray) -> int:
    """About how many tokens it takes to score texts of these many characters for the statement."""
    return sum(-(-int(length) // _CHARACTERS_A_TOKEN) for length in lengths) + len(lengths) * (
        -(-len(statement) // _CHARACTERS_A_TOKEN) + _FORMAT
    )


def batches(lengths: Sequence[int]) -> Iterator[slice]:
    """Texts of these lengths cut into requests, in order."""
    low, characters = 0, 0
    for place, length in enumerate(lengths):
        if place > low and (place - low == _TEXTS or characters + length > _CHARACTERS):
            yield slice(low, place)
            low, characters = place, 0
        characters += length
    if low < len(lengths):
        yield slice(low, len(lengths))


class TenantMoney(Protocol):
    """What tokens cost the tenant, within what its month may cost at all providers."""

    def allow(self, tokens: int) -> None:
        """Raise ``Refused`` where they could cost more than is left."""
        ...

    def hold(self, tokens: int) -> None:
        """Hold what they cost. Raises ``Refused`` where it is not there."""
        ...

    def settle(self, held: int, tokens: int) -> None:
        """Of the tokens that were held, so many were counted."""
        ...


class Spending:
    """One query's purse: what it may cost, out of what its tenant's month may cost."""

    def __init__(
        self,
        tenant: TenantId,
        ledger: SpendLedger,
        *,
        per_query: int,
        per_month: int,
        now: Callable[[], datetime],
        money: TenantMoney | None = None,
    ) -> None:
        """``money`` is what the tenant's month may cost at all providers; left out: no money is counted."""
        self._tenant, self._ledger, self._now, self._money = tenant, ledger, now, money
        self._per_query, self._per_month = per_query, per_month
        self._held = self._texts = self._tokens = 0

    @property
    def bought(self) -> Bought:
        """What the query has cost so far."""
        return Bought("Isaacus", self._texts, self._tokens)

    def estimate(self, wanted: Mapping[str, IntArray]) -> Estimate:
        """What all of this would cost at most, beside what is left."""
        spent = self._ledger.spent(self._tenant, PROVIDER, self._month())
        tokens = sum(tokens_of(statement, lengths) for statement, lengths in wanted.items())
        return Estimate(
            provider=PROVIDER,
            texts=sum(len(lengths) for lengths in wanted.values()),
            tokens=tokens,
            query_left=max(0, self._per_query - self._held),
            month_left=max(0, self._per_month - spent),
        )

    def allow(self, wanted: Mapping[str, IntArray]) -> None:
        """Raise ``Refused`` where all of this could cost more than is left."""
        needed = self.estimate(wanted)
        if self._money is not None:
            self._money.allow(needed.tokens)
        if needed.tokens > needed.query_left:
            raise Refused(
                f"this query could take about {needed.tokens:,} tokens, and one may take {self._per_query:,}: ask "
                "fewer documents or statements, or raise CASEWRIGHT_ISAACUS_QUERY_TOKENS; nothing was sent"
            )
        if needed.tokens > needed.month_left:
            raise Refused(
                f"this query could take about {needed.tokens:,} tokens, and of this month's {self._per_month:,} only "
                f"{needed.month_left:,} are left: wait for the next month, or raise CASEWRIGHT_ISAACUS_MONTH_TOKENS; "
                "nothing was sent"
            )

    def reserve(self, tokens: int) -> None:
        """Take the tokens from the query and the month. Raises ``Refused`` where they are not there."""
        if self._held + tokens > self._per_query:
            raise Refused(
                f"the query has used {self._held:,} of its {self._per_query:,} tokens: ask fewer documents or "
                "statements, or raise CASEWRIGHT_ISAACUS_QUERY_TOKENS; what was scored is kept"
            )
        if not self._ledger.reserve(self._tenant, PROVIDER, self._month(), tokens, cap=self._per_month):
            raise Refused(
                f"this month's {self._per_month:,} tokens are used up: wait for the next month, or raise "
                "CASEWRIGHT_ISAACUS_MONTH_TOKENS; what was scored is kept"
            )
        if self._money is not None:
            try:
                self._money.hold(tokens)
            except Refused:
                self._ledger.correct(self._tenant, PROVIDER, self._month(), -tokens)
                raise
        self._held += tokens

    def settle(self, reserved: int, texts: int, tokens: int) -> None:
        """Count what the reserved tokens turned out to be."""
        self._ledger.correct(self._tenant, PROVIDER, self._month(), tokens - reserved)
        if self._money is not None:
            self._money.settle(reserved, tokens)
        self._held += tokens - reserved
        self._texts += texts
        self._tokens += tokens

    def _month(self) -> str:
        return self._now().strftime("%Y-%m")
