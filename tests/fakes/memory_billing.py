"""Plans, units and payments in memory, and one who takes money when told to."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from threading import Lock
from typing import TYPE_CHECKING

from casewright.domain.payments import PaymentNews, PaymentStatus, Taken
from casewright.errors import Refused

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from datetime import datetime

    from casewright.domain.ids import MatterId, TenantId
    from casewright.domain.payments import Grant, Payment, PaymentId, Subscription, TakenEvent


class MemorySubscriptions:
    """Fits ``SubscriptionStore``."""

    def __init__(self) -> None:
        self._plans: dict[TenantId, Subscription] = {}

    def of(self, tenant: TenantId) -> Subscription | None:
        return self._plans.get(tenant)

    def put(self, subscription: Subscription) -> None:
        self._plans[subscription.tenant] = subscription


class MemoryGrants:
    """Fits ``GrantStore``."""

    def __init__(self) -> None:
        self._grants: dict[tuple[TenantId, MatterId], Grant] = {}
        self._used: Counter[tuple[TenantId, str, int]] = Counter()
        self._lock = Lock()

    def of(self, tenant: TenantId, case: MatterId) -> Grant | None:
        return self._grants.get((tenant, case))

    def used(self, tenant: TenantId, month: str) -> Mapping[int, int]:
        return {tier: used for (owner, of, tier), used in self._used.items() if (owner, of) == (tenant, month)}

    def take_unit(self, grant: Grant, *, most: int) -> Taken:
        assert grant.month is not None
        with self._lock:
            if (grant.tenant, grant.case) in self._grants:
                return Taken.COVERED_BEFORE
            if self._used[grant.tenant, grant.month, grant.tier] >= most:
                return Taken.NONE_LEFT
            self._used[grant.tenant, grant.month, grant.tier] += 1
            self._grants[grant.tenant, grant.case] = grant
            return Taken.TAKEN

    def pay(self, grant: Grant) -> bool:
        with self._lock:
            before = self._grants.get((grant.tenant, grant.case))
            if before is not None and before.payment is not None:
                return False
            if before is not None and before.month is not None:
                self._used[grant.tenant, before.month, before.tier] -= 1
            self._grants[grant.tenant, grant.case] = grant
            return True


class MemoryPayments:
    """Fits ``PaymentStore``."""

    def __init__(self) -> None:
        self._payments: dict[tuple[TenantId, PaymentId], Payment] = {}
        self._taken: set[tuple[TenantId, str, str]] = set()
        self._lock = Lock()

    def open(self, payment: Payment) -> Payment:
        with self._lock:
            there = [one for one in self.of_case(payment.tenant, payment.case) if one.status is PaymentStatus.OPEN]
            if there:
                return there[0]
            self._payments[payment.tenant, payment.id] = payment
            return payment

    def get(self, tenant: TenantId, payment: PaymentId) -> Payment | None:
        return self._payments.get((tenant, payment))

    def of_case(self, tenant: TenantId, case: MatterId) -> Sequence[Payment]:
        found = [one for one in self._payments.values() if (one.tenant, one.case) == (tenant, case)]
        return sorted(found, key=lambda one: one.requested_at, reverse=True)

    def refer(self, tenant: TenantId, payment: PaymentId, *, reference: str, url: str | None) -> Payment | None:
        with self._lock:
            stored = self._payments.get((tenant, payment))
            if stored is not None and stored.reference is None:
                self._payments[tenant, payment] = replace(stored, reference=reference, url=url)
        return self._payments.get((tenant, payment))

    def settle(self, payment: Payment, status: PaymentStatus, at: datetime) -> bool:
        with self._lock:
            stored = self._payments.get((payment.tenant, payment.id))
            if stored is None or stored.status is not payment.status:
                return False
            self._payments[payment.tenant, payment.id] = replace(stored, status=status, settled_at=at)
            return True

    def take(self, event: TakenEvent) -> bool:
        with self._lock:
            key = (event.tenant, event.adapter, event.event)
            new = key not in self._taken
            self._taken.add(key)
            return new


class MemoryTill:
    """Fits ``PaymentProvider``: says of a payment what ``news`` holds; its messages are payment ids, signed "ours"."""

    name = "till"
    by_hand = False

    def __init__(self) -> None:
        self.requested: list[PaymentId] = []
        self.news: dict[PaymentId, PaymentNews] = {}

    def request(self, payment: Payment) -> tuple[str, str | None]:
        self.requested.append(payment.id)
        return f"till-{payment.id}", f"https://till.example/{payment.id}"

    def check(self, payment: Payment) -> PaymentNews | None:
        return self.news.get(payment.id)

    def read(self, payload: bytes, signature: str) -> PaymentNews | None:
        if signature != "ours":
            raise Refused("The message is not signed by the till: it is not looked at")
        return next((one for one in self.news.values() if one.event == payload.decode()), None)
