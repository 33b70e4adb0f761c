"""What came of calls that nobody waits for any more: recorded when it is known."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

from casewright.errors import CasewrightError, ToolFailed
from casewright.tools import outcomes
from casewright.tools.calls import Status
from casewright.tools.tenancy import acting_in

if TYPE_CHECKING:
    from casewright.tools.admission import Admitted
    from casewright.tools.call_events import CallEvents
    from casewright.tools.call_record import CallRecord
    from casewright.tools.effects import Effect
    from casewright.tools.outcomes import Outcome
    from casewright.tools.ports.effects import Effects
    from casewright.tools.repeats import Repeats

_log = logging.getLogger("casewright.executor")


class LateOutcomes:
    """Over the record, the journal's repeats and the effects."""

    def __init__(self, record: CallRecord, repeats: Repeats, effects: Effects | None) -> None:
        self._record = record
        self._repeats = repeats
        self._effects = effects

    def given_up(
        self,
        admitted: Admitted,
        intent: int,
        effect: Effect | None,
        events: CallEvents | None,
        outcome: Outcome | None,
    ) -> None:
        """Record what became of a handler in a thread that nobody waits for; None where it never began."""
        unborn = outcome is None
        outcome = outcome or outcomes.of_message("cancelled before it began", ToolFailed)
        self.record(admitted, intent, outcome, again=unborn, effect=effect, events=events)

    def record(
        self,
        admitted: Admitted,
        intent: int,
        outcome: Outcome,
        *,
        again: bool,
        effect: Effect | None = None,
        events: CallEvents | None = None,
    ) -> None:
        """Record the outcome; ``again`` frees the call's key: it may run another time. Never raises."""
        # In whatever thread the handler ended, whose context is nobody's.
        with acting_in(admitted.context.tenant):
            self._record_now(admitted, intent, outcome, again, effect, events)

    def _record_now(
        self,
        admitted: Admitted,
        intent: int,
        outcome: Outcome,
        again: bool,
        effect: Effect | None,
        events: CallEvents | None,
    ) -> None:
        self._repeats.finish_now(admitted, outcome, again=again)
        try:
            if events is not None:
                self._record_events(events, outcome)
            event = self._record.event("late", admitted, outcome, intent)
            committed = effect is not None and effect.committed
            seq = self._effects.settle(event) if committed and self._effects is not None else None
            if seq is None:
                self._record.submit_late(event)
            else:
                self._record.tell(seq, event)
        except CasewrightError as error:
            _log.error("a late outcome could not be recorded: %s", error)

    def _record_events(self, events: CallEvents, outcome: Outcome) -> None:
        for seq, event in events.chained:
            self._record.tell(seq, event)
        for event in events.waiting if outcome.status is Status.SUCCESS else ():
            self._record.submit_late(event)
