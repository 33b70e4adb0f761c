"""What is recorded of who signs in, by what, and who is refused: never a secret."""

from __future__ import annotations

import logging
from concurrent.futures import Future
from typing import TYPE_CHECKING
from uuid import uuid4

from casewright.domain.actors import Actor
from casewright.domain.ids import ActorId
from casewright.errors import Refused
from casewright.tools.calls import CallContext, Status, ToolCall
from casewright.tools.recorder import Recorder
from casewright.tools.refusals import Refusals

if TYPE_CHECKING:
    from collections.abc import Mapping

    from casewright.canonical import Json
    from casewright.domain.ids import TenantId
    from casewright.tools.ports.audit import AuditLog
    from casewright.tools.ports.clock import Clock

_log = logging.getLogger("casewright.sign_in")
NOBODY = ActorId("unknown")
"""Who was refused where it is nobody that is stored: what was given as a name may be a secret."""


class AuthEvents:
    """Over the audit. ``policy_hash`` stands in the events like in every other."""

    def __init__(self, audit: AuditLog, clock: Clock, policy_hash: str) -> None:
        self._audit = audit
        self._refusals = Refusals(audit, clock, policy_hash)
        self._recorder = Recorder(clock, policy_hash, key=b"")

    def refused(self, actor: Actor, act: str, reason: str, *, what: str) -> Refused:
        """Record that the ``act`` was refused, and the error to raise; it stands where it cannot be recorded."""
        self._refusals.record(actor, act, reason, log=_log, what=what, event_type="auth.refused")
        return Refused(reason)

    def refused_to_nobody(self, tenant: TenantId, act: str, reason: str, *, what: str) -> Refused:
        """The same where nobody is known who was refused."""
        return self.refused(Actor(tenant, NOBODY, ""), act, reason, what=what)

    def done(self, actor: Actor, act: str, event_type: str, **details: Json) -> None:
        """Record what was done. Raises where it cannot be: what is not recorded is not given."""
        about: Mapping[str, Json] = details
        call = ToolCall(str(uuid4()), act)
        event = self._recorder.event(
            "effect",
            call,
            CallContext(actor),
            None,
            about,
            status=Status.SUCCESS.upper(),
            event_type=event_type,
        )
        receipt = self._audit.submit(event)
        if isinstance(receipt, Future):
            receipt.result()
