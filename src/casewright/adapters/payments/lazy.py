"""Payments whose library loads when the first one is asked for."""

from __future__ import annotations

from functools import cached_property
from threading import Lock
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from casewright.domain.payments import Payment, PaymentNews
    from casewright.tools.ports.billing import PaymentProvider


class LazyPayments:
    """Fits ``tools.ports.billing.PaymentProvider`` over what ``load`` gives."""

    by_hand = False

    def __init__(self, name: str, load: Callable[[], PaymentProvider]) -> None:
        self.name = name
        self._load = load
        self._loading = Lock()

    def request(self, payment: Payment) -> tuple[str, str | None]:
        """The reference, and where it can be paid."""
        return self._provider().request(payment)

    def check(self, payment: Payment) -> PaymentNews | None:
        """What has become of a payment."""
        return self._provider().check(payment)

    def read(self, payload: bytes, signature: str) -> PaymentNews | None:
        """What a message says."""
        return self._provider().read(payload, signature)

    def _provider(self) -> PaymentProvider:
        with self._loading:
            return self._loaded

    @cached_property
    def _loaded(self) -> PaymentProvider:
        return self._load()
