"""Where a payment provider's messages come in: verified first, then one call as that provider.

A message that is not the provider's own changes nothing and is recorded as refused, without what it says. One about
something else is let go.
"""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING
from uuid import uuid4

from casewright.domain.actors import Actor, ActorKind
from casewright.domain.ids import ActorId, is_uuid
from casewright.errors import CasewrightError, Refused
from casewright.tools import outcomes
from casewright.tools.calls import CallContext, Metadata, Status, ToolCall, ToolResult
from casewright.tools.refusals import Refusals
from casewright.tools.tenancy import acting_in

if TYPE_CHECKING:
    from casewright.domain.ids import TenantId
    from casewright.domain.payments import PaymentNews
    from casewright.tools.executor import Executor
    from casewright.tools.ports.audit import AuditLog
    from casewright.tools.ports.billing import PaymentProvider, PaymentStore
    from casewright.tools.ports.clock import Clock

ROLE, TOOL = "payment_provider", "take_payment_event"
MOST_BYTES = 1_000_000
_NOBODYS = "The message is about a payment that nobody asked for here: nothing was done."
_log = logging.getLogger("casewright.payments")


class PaymentEntrance:
    """Over these parts. ``home`` is the tenant whose audit hears of messages that are refused."""

    def __init__(
        self,
        *,
        provider: PaymentProvider,
        payments: PaymentStore,
        executor: Executor,
        audit: AuditLog,
        clock: Clock,
        policy_hash: str,
        home: TenantId,
    ) -> None:
        self._provider = provider
        self._payments = payments
        self._executor = executor
        self._refusals = Refusals(audit, clock, policy_hash)
        self._home = home

    async def take(self, payload: bytes, signature: str) -> ToolResult:
        """What came of a message. ``denied`` where it is not the provider's; never an exception but cancellation."""
        try:
            if len(payload) > MOST_BYTES:
                raise Refused(f"The message has {len(payload):,} bytes, more than {MOST_BYTES:,}: it is not read")
            news = self._provider.read(payload, signature)
            ours = news is not None and self._is_ours(news)
        except Refused as refused:
            self._record(str(refused))
            return _result(Status.DENIED, str(refused), Refused.__name__)
        except CasewrightError as error:
            return _result(Status.ERROR, str(error), type(error).__name__)
        if news is None:
            return _result(Status.SUCCESS, "The message is about no payment: nothing was done.", None)
        if not ours:
            # The provider's own, so it is not to be sent again; whose it is, another installation may know.
            self._record(_NOBODYS)
            return _result(Status.SUCCESS, _NOBODYS, None)
        actor = Actor(news.tenant, ActorId(self._provider.name), ROLE, ActorKind.SERVICE)
        matter = news.case if is_uuid(news.case) else None
        return await self._executor.execute(_call(news), CallContext(actor, matter=matter))

    def _is_ours(self, news: PaymentNews) -> bool:
        with acting_in(news.tenant):
            return self._payments.get(news.tenant, news.payment) is not None

    def _record(self, reason: str) -> None:
        """Record that a message was refused."""
        actor = Actor(self._home, ActorId(self._provider.name), ROLE, ActorKind.SERVICE)
        self._refusals.record(actor, TOOL, reason, log=_log, what="message")


def _call(news: PaymentNews) -> ToolCall:
    return ToolCall(
        id=str(uuid4()),
        name=TOOL,
        arguments={
            "case_id": news.case,
            "payment_id": news.payment,
            "event_id": news.event,
            "kind": news.kind.value,
            "reference": news.reference,
            "cents": news.cents,
            "currency": news.currency,
        },
    )


def _result(status: Status, message: str, kind: str | None) -> ToolResult:
    content = message if status is not Status.ERROR else outcomes.of_message(message, CasewrightError).content
    error = None if status is Status.SUCCESS else message
    return ToolResult(str(uuid4()), TOOL, status, content, Metadata(0.0, error_kind=kind), error=error)
