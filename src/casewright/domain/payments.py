"""What a case is covered by: a unit of its tenant's plan, or a payment of its own."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, NewType

if TYPE_CHECKING:
    from datetime import datetime

    from casewright.domain.ids import ActorId, MatterId, TenantId

PaymentId = NewType("PaymentId", str)
DEFAULT_PLAN = "individual"
"""The plan of a tenant that nobody set one for."""


@dataclass(frozen=True, slots=True)
class Subscription:
    """The plan that somebody set for a tenant."""

    tenant: TenantId
    plan: str
    set_by: ActorId
    set_at: datetime


class CoveredBy(StrEnum):
    """What covers a case."""

    UNIT = "unit"
    PAYMENT = "payment"


@dataclass(frozen=True, slots=True)
class Grant:
    """A case has at most one. ``month`` is that of the unit, such as ``2026-11``; it or ``payment`` is None."""

    tenant: TenantId
    case: MatterId
    tier: int
    month: str | None
    payment: PaymentId | None
    at: datetime

    @property
    def covered_by(self) -> CoveredBy:
        """Which of the two it is."""
        return CoveredBy.UNIT if self.payment is None else CoveredBy.PAYMENT


class Taken(StrEnum):
    """What came of asking for a unit."""

    TAKEN = "taken"
    NONE_LEFT = "none_left"
    COVERED_BEFORE = "covered_before"


class PaymentStatus(StrEnum):
    """Open until money came, or until it is known that none will. Of these only ``PAID`` is for good."""

    OPEN = "open"
    PAID = "paid"
    FAILED = "failed"
    EXPIRED = "expired"
    WITHDRAWN = "withdrawn"


@dataclass(frozen=True, slots=True)
class Payment:
    """What is asked for one case. ``adapter`` names who takes the money.

    ``reference`` is how the adapter calls it (an invoice's number, a checkout session) and None until it was told;
    ``url`` is where it can be paid, where there is such a place.
    """

    id: PaymentId
    tenant: TenantId
    case: MatterId
    tier: int
    cents: int
    currency: str
    adapter: str
    reference: str | None
    url: str | None
    status: PaymentStatus
    requested_by: ActorId
    requested_at: datetime
    settled_at: datetime | None = None


class NewsKind(StrEnum):
    """What an adapter can say about a payment."""

    PAID = "paid"
    PENDING = "pending"
    FAILED = "failed"
    EXPIRED = "expired"


@dataclass(frozen=True, slots=True)
class PaymentNews:
    """What an adapter says about a payment; ``event`` is its id where it came as an event, else empty.

    Nothing of it is believed because it is said: the amount, the currency, the reference and the case are held
    against the payment that is stored.
    """

    event: str
    kind: NewsKind
    tenant: TenantId
    case: MatterId
    payment: PaymentId
    reference: str
    cents: int
    currency: str


@dataclass(frozen=True, slots=True)
class TakenEvent:
    """An event that was taken, and what came of it. Of one adapter no event is taken twice."""

    tenant: TenantId
    adapter: str
    event: str
    payment: PaymentId
    outcome: str
    at: datetime
