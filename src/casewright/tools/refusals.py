"""What is refused before it becomes a call, a key or a message from outside: recorded like a call that is stopped."""

from __future__ import annotations

from concurrent.futures import Future
from typing import TYPE_CHECKING
from uuid import uuid4

from casewright.errors import CasewrightError
from casewright.tools.calls import CallContext, ToolCall
from casewright.tools.recorder import Recorder

if TYPE_CHECKING:
    import logging

    from casewright.domain.actors import Actor
    from casewright.tools.ports.audit import AuditLog
    from casewright.tools.ports.clock import Clock


class Refusals:
    """Over the audit. ``policy_hash`` stands in the events like in every other."""

    def __init__(self, audit: AuditLog, clock: Clock, policy_hash: str) -> None:
        self._audit = audit
        self._recorder = Recorder(clock, policy_hash, key=b"")

    def record(
        self, actor: Actor, act: str, reason: str, *, log: logging.Logger, what: str, event_type: str | None = None
    ) -> None:
        """Record that ``actor`` was refused the ``act``, without what they gave.

        The refusal stands where that fails; ``log`` is told that the refused thing, ``what``, was not recorded.
        """
        call = ToolCall(str(uuid4()), act)
        event = self._recorder.refusal(call, CallContext(actor), reason, event_type=event_type)
        try:
            receipt = self._audit.submit(event)
            if isinstance(receipt, Future):
                receipt.result()
        except CasewrightError as error:
            log.error("a refused %s could not be recorded: %s", what, error)
