"""Where plans, units and payments are kept, and who takes the money."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from datetime import datetime

    from casewright.domain.cases import CaseStatus
    from casewright.domain.ids import MatterId, TenantId
    from casewright.domain.payments import (
        Grant,
        Payment,
        PaymentId,
        PaymentNews,
        PaymentStatus,
        Subscription,
        Taken,
        TakenEvent,
    )


class CaseStatuses(Protocol):
    """Knows how far a case is, without reading its file."""

    def status(self, tenant: TenantId, case: MatterId) -> CaseStatus | None:
        """The case's status, None where the tenant has no such case."""
        ...


class SubscriptionStore(Protocol):
    """Which plan a tenant has."""

    def of(self, tenant: TenantId) -> Subscription | None:
        """The plan that was set, None where nobody set one."""
        ...

    def put(self, subscription: Subscription) -> None:
        """Set the plan, in place of one that was set before."""
        ...


class GrantStore(Protocol):
    """What cases are covered by, and how many units of a month are used. Safe against others at the same time."""

    def of(self, tenant: TenantId, case: MatterId) -> Grant | None:
        """What covers the case, None where nothing does."""
        ...

    def used(self, tenant: TenantId, month: str) -> Mapping[int, int]:
        """The units used in that month by tier; a tier of which none is used may be missing."""
        ...

    def take_unit(self, grant: Grant, *, most: int) -> Taken:
        """Cover the case by one unit of the grant's month and tier, where fewer than ``most`` are used.

        Both are stored or neither: a case that is covered takes no second unit, and where none is left it is not
        covered.
        """
        ...

    def pay(self, grant: Grant) -> bool:
        """Cover the case by the grant's payment; a unit that covered it is given back to its month.

        False, and nothing changed, where a payment covers it already.
        """
        ...


class PaymentStore(Protocol):
    """Payments of all tenants; every question names the tenant and sees only its own."""

    def open(self, payment: Payment) -> Payment:
        """Store a new payment, unless its case has one that is open; the one that is open then comes back."""
        ...

    def get(self, tenant: TenantId, payment: PaymentId) -> Payment | None:
        """The payment, None where the tenant has none of that id."""
        ...

    def of_case(self, tenant: TenantId, case: MatterId) -> Sequence[Payment]:
        """The case's payments, the one requested last first."""
        ...

    def refer(self, tenant: TenantId, payment: PaymentId, *, reference: str, url: str | None) -> Payment | None:
        """Store how the adapter calls it, where nothing is stored yet; the payment as it is then."""
        ...

    def settle(self, payment: Payment, status: PaymentStatus, at: datetime) -> bool:
        """Give it the status, where it still has the one that ``payment`` says; whether it did."""
        ...

    def take(self, event: TakenEvent) -> bool:
        """Note that an event was taken; False, and nothing stored, where it was taken before."""
        ...


class PaymentProvider(Protocol):
    """Takes money for a case. Raises ``Unavailable``, ``ToolFailed`` or ``BadSettings``, and nothing foreign."""

    @property
    def name(self) -> str:
        """What it is called, such as ``invoice``."""
        ...

    @property
    def by_hand(self) -> bool:
        """Whether an administrator says that the money came, and not the provider."""
        ...

    def request(self, payment: Payment) -> tuple[str, str | None]:
        """Ask for the money: the reference, and where it can be paid. The same for the same payment, ever."""
        ...

    def check(self, payment: Payment) -> PaymentNews | None:
        """What has become of a payment that has a reference; None where there is nothing to say."""
        ...

    def read(self, payload: bytes, signature: str) -> PaymentNews | None:
        """What a message to us says; None where it is about something else.

        Raises ``Refused`` where it is not the provider's own.
        """
        ...
