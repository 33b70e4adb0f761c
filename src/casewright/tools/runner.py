"""Runs a call's handler under its timeout, and records what came of it."""

from __future__ import annotations

import asyncio
import logging
from functools import partial
from typing import TYPE_CHECKING

from casewright.errors import CasewrightError, StorageAway, ToolFailed, Unavailable
from casewright.tools import outcomes
from casewright.tools.call_events import current_call_events
from casewright.tools.calls import SafetyLevel, Status
from casewright.tools.deadline import Expired, within
from casewright.tools.effects import Effect
from casewright.tools.gates.before_deadline import TOO_LATE
from casewright.tools.late_outcomes import LateOutcomes

if TYPE_CHECKING:
    from casewright.tools.admission import Admitted
    from casewright.tools.call_events import CallEvents
    from casewright.tools.call_record import CallRecord
    from casewright.tools.definition import Tool
    from casewright.tools.gates.limits import Limits
    from casewright.tools.outcomes import Outcome
    from casewright.tools.ports.clock import Clock
    from casewright.tools.ports.effects import Effects
    from casewright.tools.repeats import Repeats
    from casewright.tools.threads import HandlerThreads

_IN_DOUBT = "the database went away as the call was committed: send it again under its key, or look what came of it"
_log = logging.getLogger("casewright.executor")


class Runner:
    """Async handlers run on the loop, sync ones in ``threads``. ``effects`` commit an outcome with its effect."""

    def __init__(
        self,
        record: CallRecord,
        threads: HandlerThreads,
        repeats: Repeats,
        limits: Limits,
        clock: Clock,
        effects: Effects | None,
    ) -> None:
        self._record = record
        self._threads = threads
        self._repeats = repeats
        self._limits = limits
        self._clock = clock
        self._effects = effects
        self._late = LateOutcomes(record, repeats, effects)

    async def run(self, admitted: Admitted, intent: int) -> tuple[Outcome, int | None]:
        """What came of the call whose intent is event ``intent``, and the number of the event that says so."""
        effect, tool = None, admitted.tool
        events = self._record.call_events(admitted, intent) if tool.emits else None
        seconds = self._seconds(admitted)
        if seconds <= 0:
            await self._limits.give_back(admitted)
            await self._repeats.forget(admitted)
            outcome = outcomes.of_stop(Status.TIMEOUT, TOO_LATE, Unavailable)
        elif tool.is_async:
            outcome = await self._run_async(admitted, intent, events, seconds)
        else:
            if tool.atomic and self._effects is not None:
                effect = self._effect(admitted, intent, events, self._effects)
            late = partial(self._late.given_up, admitted, intent, effect, events)
            ended = await self._threads.run(admitted, effect, events, seconds, late)
            if ended is None:
                effect = events = None  # the thread is still at it: its late outcome settles what it commits
            elif effect is not None and effect.in_doubt:
                # What the database kept, if it did, says what came of it, to a repeat of the call and when it recovers.
                return outcomes.of_message(_IN_DOUBT, StorageAway, Status.UNKNOWN_OUTCOME), None
            outcome = ended or _timed_out(tool, seconds)
        kept = effect is not None and effect.kept is outcome
        if admitted.key is not None and seconds > 0 and not kept:
            await self._repeats.finish(admitted, outcome, undone=effect is not None and not effect.committed)
        try:
            return outcome, await self._record_outcome(admitted, intent, outcome, effect, events)
        except CasewrightError as error:
            message = f"the tool ran, but its outcome could not be recorded: {error}"
            return outcomes.of_message(message, type(error), Status.UNKNOWN_OUTCOME), None

    def _effect(self, admitted: Admitted, intent: int, events: CallEvents | None, effects: Effects) -> Effect:
        keep = None if admitted.key is None else partial(self._repeats.finish_now, admitted)
        read = partial(outcomes.of_value, admitted.tool)
        return Effect(admitted.context.tenant, intent, events, effects.chain, keep, read)

    def _seconds(self, admitted: Admitted) -> float:
        """How long the handler may take: the tool's timeout, or until the call's deadline where that comes first."""
        deadline = admitted.context.deadline
        if deadline is None:
            return admitted.tool.timeout
        return min(admitted.tool.timeout, (deadline - self._clock.now()).total_seconds())

    async def _run_async(self, admitted: Admitted, intent: int, events: CallEvents | None, seconds: float) -> Outcome:
        tool = admitted.tool
        listening = current_call_events.set(events)
        try:
            # An async handler returns a coroutine; Tool.is_async says so.
            value = await within(seconds, tool.handler(admitted.arguments, admitted.context))  # type: ignore[arg-type]
        except Expired:
            return _timed_out(tool, seconds)
        except asyncio.CancelledError:
            task = asyncio.current_task()
            if task is not None and not task.cancelling():
                return outcomes.of_message(f"tool {tool.name!r} cancelled itself", ToolFailed)
            cancelled = outcomes.of_message("cancelled before it ended", ToolFailed)
            self._late.record(admitted, intent, cancelled, again=admitted.repeatable)
            raise
        except BaseException as error:  # noqa: BLE001 (whatever a handler raises is a result)
            _log.debug("tool %s failed", tool.name, exc_info=None if admitted.confidential else error)
            return outcomes.of_error(error)
        finally:
            current_call_events.reset(listening)
        return outcomes.of_value(tool, value)

    async def _record_outcome(
        self, admitted: Admitted, intent: int, outcome: Outcome, effect: Effect | None, events: CallEvents | None
    ) -> int | None:
        """Record what the call brought about, then its outcome; that of a committed effect with the end of its mark."""
        if events is not None:
            await self._record_events(events, outcome)
        event = self._record.event("outcome", admitted, outcome, intent)
        if self._effects is None or effect is None or not effect.committed:
            return await self._record.submit(event)
        seq = await self._threads.blocking(self._effects.settle, event)
        if seq is not None:
            self._record.tell(seq, event)
        return seq

    async def _record_events(self, events: CallEvents, outcome: Outcome) -> None:
        """Record what a call that succeeded brought about and its effect did not take along; tell the hooks of all."""
        for seq, event in events.chained:
            self._record.tell(seq, event)
        for event in events.waiting if outcome.status is Status.SUCCESS else ():
            await self._record.submit(event)


def _timed_out(tool: Tool, seconds: float) -> Outcome:
    message = f"Tool timed out after {round(seconds, 3):g} s"
    if tool.safety_level is not SafetyLevel.SAFE:
        message += "; it may still have taken effect"
    return outcomes.of_stop(Status.TIMEOUT, message, Unavailable)
