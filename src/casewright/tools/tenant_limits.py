"""What a tenant may keep and spend: taken before anything is kept or asked, so that no two together take too much."""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil
from typing import TYPE_CHECKING

from casewright.domain.tenant_limits import bytes_shown, dollars
from casewright.errors import LimitReached, Refused, StorageFull

if TYPE_CHECKING:
    from casewright.domain.ids import TenantId
    from casewright.domain.tenant_limits import TenantLimits
    from casewright.tools.ports.clock import Clock
    from casewright.tools.ports.tenant_limits import LimitStore, MoneyLedger, StoredBytes

RAISED_BY = "whoever runs Casewright here can raise the limit with 'casewright tenants limits'"


@dataclass(frozen=True, slots=True)
class Limits:
    """The limits of tenants: their own, and those of the settings where they have none."""

    own: LimitStore
    usual: TenantLimits

    def of(self, tenant: TenantId) -> TenantLimits:
        """What holds for the tenant."""
        return self.own.get(tenant).over(self.usual)


@dataclass(frozen=True, slots=True)
class Storage:
    """The room that a tenant's originals and drafts take."""

    limits: Limits
    stored: StoredBytes

    def take(self, tenant: TenantId, place: str, size: int) -> bool:
        """Take room for what is to be kept there; False where it has room already. Raises ``StorageFull``."""
        cap = self.limits.of(tenant).storage_bytes
        taken = self.stored.take(tenant, place, size, cap=cap)
        if taken == "full":
            assert cap is not None, "there is always room without a limit"
            raise StorageFull(
                f"The tenant {tenant!r} may keep {bytes_shown(cap)} of originals and drafts, "
                f"{bytes_shown(self.used(tenant))} are used, and this takes {bytes_shown(size)}: "
                f"delete documents or matters, or {RAISED_BY}"
            )
        return taken == "new"

    def give_back(self, tenant: TenantId, place: str) -> None:
        """Nothing is kept there any more."""
        self.stored.give_back(tenant, place)

    def give_back_folder(self, tenant: TenantId, folder: str) -> None:
        """Nothing is kept in the folder any more."""
        self.stored.give_back_folder(tenant, folder)

    def used(self, tenant: TenantId) -> int:
        """The bytes that are kept."""
        return self.stored.used(tenant)


@dataclass(frozen=True, slots=True)
class Held:
    """Money that is held for a call: what it may cost at most."""

    tenant: TenantId
    month: str
    micros: int


@dataclass(frozen=True, slots=True)
class ModelMoney:
    """The money that a tenant's month may cost at providers of models, in micros."""

    limits: Limits
    ledger: MoneyLedger
    clock: Clock

    def is_limited(self, tenant: TenantId) -> bool:
        """Whether there is a limit."""
        return self.limits.of(tenant).model_micros is not None

    def left(self, tenant: TenantId) -> int | None:
        """What may still be spent this month; None where there is no limit."""
        cap = self.limits.of(tenant).model_micros
        return None if cap is None else max(0, cap - self.spent(tenant))

    def spent(self, tenant: TenantId) -> int:
        """What this month has cost, with what is held."""
        return self.ledger.spent(tenant, self.month())

    def hold(self, tenant: TenantId, micros: int) -> Held:
        """Hold what a call may cost at most. Raises ``LimitReached`` where it isn't there; then nothing is held."""
        month = self.month()
        if micros:
            cap = self.limits.of(tenant).model_micros
            if not self.ledger.reserve(tenant, month, micros, cap=cap):
                raise LimitReached(self.refusal(tenant, micros))
        return Held(tenant, month, micros)

    def settle(self, held: Held, micros: int) -> None:
        """The call cost this."""
        self.ledger.correct(held.tenant, held.month, micros - held.micros)

    def refusal(self, tenant: TenantId, micros: int) -> str:
        """The sentence for a call that may cost more than there is."""
        cap = self.limits.of(tenant).model_micros or 0
        return (
            f"The tenant {tenant!r} may spend {dollars(cap)} a month on models, {dollars(self.spent(tenant))} are used "
            f"or held in {self.month()}, and this may cost {dollars(micros)}: wait for the next month, or {RAISED_BY}"
        )

    def month(self) -> str:
        """The month that counts now, in UTC."""
        return self.clock.now().strftime("%Y-%m")


class TokenMoney:
    """One query's tokens at one provider and price, for one tenant.

    Fits ``adapters.scoring.isaacus.spend.TenantMoney``. ``unpriced`` is what is said where there is a limit and the
    price is 0; left out: the tokens cost nothing.
    """

    def __init__(self, money: ModelMoney, tenant: TenantId, price: float, unpriced: str | None = None) -> None:
        self._money, self._tenant, self._price, self._unpriced = money, tenant, price, unpriced
        self._month = money.month()

    def allow(self, tokens: int) -> None:
        """Raise ``LimitReached`` where they could cost more than is left."""
        self._require_price()
        left, needed = self._money.left(self._tenant), cost(tokens, self._price)
        if left is not None and needed > left:
            raise LimitReached(f"{self._money.refusal(self._tenant, needed)}; nothing was sent")

    def hold(self, tokens: int) -> None:
        """Hold what they cost. Raises ``LimitReached`` where it is not there."""
        self._require_price()
        self._month = self._money.hold(self._tenant, cost(tokens, self._price)).month

    def settle(self, held: int, tokens: int) -> None:
        """Of the tokens that were held, so many were counted."""
        before = Held(self._tenant, self._month, cost(held, self._price))
        self._money.settle(before, cost(tokens, self._price))

    def _require_price(self) -> None:
        if not self._price and self._unpriced is not None and self._money.is_limited(self._tenant):
            raise Refused(self._unpriced)


def cost(tokens: int, price: float) -> int:
    """What tokens cost at this price, in US dollars for a million of them; in micros, rounded up."""
    return ceil(tokens * price)
