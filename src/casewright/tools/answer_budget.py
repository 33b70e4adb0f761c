"""How many calls a model's answers may ask for: one that asks for more is refused whole, before any of them is made."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING
from uuid import uuid4

from casewright.errors import CasewrightError
from casewright.tools.calls import Status, ToolCall

if TYPE_CHECKING:
    from casewright.policy.policy import AnswerLimits
    from casewright.tools.call_record import CallRecord
    from casewright.tools.calls import CallContext
    from casewright.tools.recorder import Recorder

REFUSED = "agent.answer_refused"
_log = logging.getLogger("casewright.executor")


class AnswerBudget:
    """Counts against the policy's ``answers``, and records what it refuses."""

    def __init__(self, limits: AnswerLimits, recorder: Recorder, record: CallRecord) -> None:
        self.limits = limits
        self._recorder = recorder
        self._record = record

    async def refuse(self, calls: int, context: CallContext, *, made: int = 0) -> tuple[str, int | None] | None:
        """Why none of an answer's calls is made, and the event that says so; None where they may be made.

        ``made`` were made in the same turn before. The refusal stands where it cannot be recorded.
        """
        why = self._objection(calls, made)
        if why is None:
            return None
        event = self._recorder.refusal(
            ToolCall(str(uuid4()), "answer"),
            context,
            why,
            arguments={
                "calls": calls,
                "max_calls": self.limits.max_calls,
                "made_in_turn": made,
                "max_calls_per_turn": self.limits.max_calls_per_turn,
            },
            status=Status.LIMITED,
            event_type=REFUSED,
        )
        try:
            return why, await self._record.submit(event)
        except CasewrightError as error:
            _log.error("a refused answer could not be recorded: %s", error)
            return why, None

    def _objection(self, calls: int, made: int) -> str | None:
        most, in_turn = self.limits.max_calls, self.limits.max_calls_per_turn
        if calls > most:
            return (
                f"The model asked for {calls:,} calls in one answer, and the policy allows {most:,}: none of them was "
                "made. Ask for less at once."
            )
        if calls and made + calls > in_turn:
            return (
                f"The model asked for {calls:,} calls after {made:,} in the same turn, and the policy allows "
                f"{in_turn:,} in a turn: none of the {calls:,} was made. Ask for the rest in another turn."
            )
        return None
