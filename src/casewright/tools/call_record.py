"""The record of the calls: every event goes to the audit, and from there to the hooks."""

from __future__ import annotations

from concurrent.futures import Future
from functools import partial
from typing import TYPE_CHECKING

from casewright.tools.call_events import CallEvents
from casewright.tools.stopped_calls import prepare_stopped
from casewright.tools.waking import Waking

if TYPE_CHECKING:
    from collections.abc import Mapping

    from casewright.audit.events import Event, Phase
    from casewright.canonical import Json
    from casewright.tools.admission import Admitted, Stop
    from casewright.tools.calls import CallContext, ToolCall
    from casewright.tools.definition import Tool
    from casewright.tools.hooks import Hooks
    from casewright.tools.outcomes import Outcome
    from casewright.tools.ports.audit import AuditLog
    from casewright.tools.ports.entry import Entry
    from casewright.tools.recorder import Recorder


class CallRecord:
    """Over the audit. ``entry`` says what of a stopped call may be recorded."""

    def __init__(self, recorder: Recorder, audit: AuditLog, hooks: Hooks, entry: Entry | None) -> None:
        self._recorder = recorder
        self._audit = audit
        self._hooks = hooks
        self._entry = entry
        self._waking = Waking()

    async def submit(self, event: Event) -> int:
        """Record the event and wait until it is as durable as the audit promises; its number."""
        receipt = self._audit.submit(event)
        seq = await self._waking.result_of(receipt) if isinstance(receipt, Future) else receipt
        self._hooks.tell(seq, event)
        return seq

    def submit_late(self, event: Event) -> None:
        """Record an event that nobody waits for."""
        receipt = self._audit.submit(event)
        if isinstance(receipt, Future):
            receipt.add_done_callback(partial(self._tell_later, event))
        else:
            self._hooks.tell(receipt, event)

    def tell(self, seq: int, event: Event) -> None:
        """Tell the hooks of an event that was recorded elsewhere."""
        self._hooks.tell(seq, event)

    async def stopped(self, stop: Stop, call: ToolCall, context: CallContext, tool: Tool | None) -> int:
        """Record that the call was stopped, and why; the event's number."""
        prepared = prepare_stopped(self._entry, call, context, tool, stop.message)
        event = self._recorder.refusal(
            prepared.call,
            prepared.context,
            prepared.reason,
            tool=tool,
            arguments=self._recorder.recorded(tool, prepared.call.arguments, prepared.withheld),
            status=stop.status,
            phase=stop.phase,
            approval=stop.approval,
        )
        return await self.submit(event)

    def event(
        self, phase: Phase, admitted: Admitted, outcome: Outcome | None = None, intent: int | None = None
    ) -> Event:
        """The event of a call that was let in, in this phase."""
        return self._recorder.event(
            phase,
            admitted.call,
            admitted.context,
            admitted.tool,
            admitted.recorded,
            status=None if outcome is None else outcome.status.upper(),
            result_hash=None if outcome is None else self._hash_of(outcome, admitted.tool),
            reason=_reason(outcome, admitted),
            intent_seq=intent,
            approval=admitted.approval,
        )

    def call_events(self, admitted: Admitted, intent: int) -> CallEvents:
        """Where the call's handler puts the events of its own family."""
        call, context, tool = admitted.call, admitted.context, admitted.tool

        def make(event_type: str, details: Mapping[str, Json]) -> Event:
            return self._recorder.event(
                "effect", call, context, tool, details, intent_seq=intent, event_type=event_type
            )

        return CallEvents(make, tool.emits)

    def _hash_of(self, outcome: Outcome, tool: Tool) -> str:
        return self._recorder.keyed(outcome.result_hash) if tool.reveals else outcome.result_hash

    def _tell_later(self, event: Event, receipt: Future[int]) -> None:
        if not receipt.cancelled() and receipt.exception() is None:
            self._hooks.tell(receipt.result(), event)


def _reason(outcome: Outcome | None, admitted: Admitted) -> str | None:
    """What is recorded of why a call failed: of a private call, or one with personal data, the kind of error alone."""
    if outcome is None:
        return None
    return outcome.error_kind if admitted.confidential else outcome.error
