"""Calls that carry a key run once: their recorded result answers the second time (spec, "Executor")."""

from __future__ import annotations

import asyncio
import json
import logging
from dataclasses import replace
from typing import TYPE_CHECKING

from casewright.errors import BadArguments, CasewrightError, Refused, Unavailable, by_name
from casewright.tools.admission import Stop
from casewright.tools.approval_token import fingerprint
from casewright.tools.calls import Status, error_object
from casewright.tools.outcomes import Outcome
from casewright.tools.ports.journal import Entry, RecordedResult

if TYPE_CHECKING:
    from casewright.domain.approvals import ApprovalRequest
    from casewright.tools.admission import Admitted
    from casewright.tools.ports.clock import Clock
    from casewright.tools.ports.effects import Effects
    from casewright.tools.ports.journal import CallJournal

RESERVED = ("approval:", "mcp.state:")
"""How keys begin that are made by us: of a request for approval, and of the state of a call that waits."""
_WITHHELD = "The call failed before, and what was said of it was not kept"
_KEY_TAKEN = "cannot run: its idempotency key was used for another call meanwhile. Reject it, or have the key freed"
_log = logging.getLogger("casewright.executor")
_OPEN_ENDED = (Status.TIMEOUT, Status.UNKNOWN_OUTCOME)


class Repeats:
    """Puts calls into the journal before they run, and what came of them after."""

    def __init__(self, journal: CallJournal | None, clock: Clock, effects: Effects | None = None) -> None:
        self._journal = journal
        self._clock = clock
        self._effects = effects

    @property
    def keeps(self) -> bool:
        """Whether there is a journal."""
        return self._journal is not None

    async def begin(self, admitted: Admitted, key: str | None, known: str | None = None) -> Admitted:
        """The call under its key, where nothing ran under it before; unchanged where there is no key.

        Raises ``Stop``: with the recorded result where there is one, ``invalid_arguments`` where the key stands for
        another call, ``unknown_outcome`` where that call was begun and never ended, unless it may run twice or is known
        to have done nothing.
        """
        if key is None:
            return admitted
        if self._journal is None:
            raise Stop(
                Status.INVALID_ARGUMENTS, "An idempotency key needs a journal, and none is configured", BadArguments
            )
        if known is None and key.startswith(RESERVED):
            await self._require_known(admitted, key)
        known = known or fingerprint(admitted.context, admitted.tool.name, admitted.call.arguments)
        entry = Entry(admitted.context.caller, key, known, admitted.tool.name, self._clock.now())
        taken = await asyncio.to_thread(self._journal.begin, entry)
        if taken is None or (taken.fingerprint == known and taken.result is None and self._may_run(admitted)):
            return replace(admitted, key=key)
        raise _answer(taken, known, key)

    async def _require_known(self, admitted: Admitted, key: str) -> None:
        """A key that is made of a request or of a state is nobody's to begin a call of their own under.

        Raises ``Stop``, ``invalid_arguments``: the call that the key stands for would find it used.
        """
        assert self._journal is not None
        if await asyncio.to_thread(self._journal.get, admitted.context.caller, key) is None:
            message = f"The idempotency key {key!r} belongs to a call that waits: give this one a key of its own"
            raise Stop(Status.INVALID_ARGUMENTS, message, BadArguments)

    def _may_run(self, admitted: Admitted) -> bool:
        """Whether a call that was begun and has no result may run again: it can do so twice, or did nothing.

        An atomic call's result is committed with its effect, so one without a result did nothing.
        """
        dead = self._effects is not None and admitted.context.alone
        return admitted.repeatable or (dead and admitted.tool.atomic)

    async def begin_approved(self, admitted: Admitted, request: ApprovalRequest) -> Admitted:
        """As ``begin``, for a call that was just granted; ``denied`` where it ran under its key before."""
        if self._journal is None:
            return admitted
        try:
            return await self.begin(admitted, request.call_key, request.fingerprint)
        except Stop as stop:
            if left_unbegun(stop):
                stop.message, stop.approval = f"Approval request {request.id!r} {_KEY_TAKEN}", request.id
                raise
            message = f"Approval request {request.id!r} was used before: the call is in the journal"
            raise Stop(Status.DENIED, message, Refused, approval=request.id) from stop

    async def objection(self, admitted: Admitted, request: ApprovalRequest) -> str | None:
        """Why the stored call may not have its key, as the end of a sentence; None where it may."""
        if self._journal is None:
            return None
        taken = await asyncio.to_thread(self._journal.get, admitted.context.caller, request.call_key)
        return None if taken is None or taken.fingerprint == request.fingerprint else _KEY_TAKEN

    async def forget(self, admitted: Admitted) -> None:
        """Free the key of a call that did not run after all."""
        if admitted.key is not None and self._journal is not None:
            await asyncio.to_thread(self._journal.forget, admitted.context.caller, admitted.key)

    async def finish(self, admitted: Admitted, outcome: Outcome, *, undone: bool = False) -> None:
        """Keep what came of a call that ran. A failure to do so is logged: the key then has no known outcome.

        Where it is ``undone``, and something was away that may be back, the key is freed: later it may work.
        """
        if admitted.key is not None:
            later = undone and outcome.status is Status.ERROR and _may_work_later(outcome)
            await asyncio.to_thread(self.finish_now, admitted, outcome, again=later)

    def finish_now(self, admitted: Admitted, outcome: Outcome, *, again: bool = False) -> None:
        """As ``finish``, in this thread; with ``again`` the key is freed."""
        if admitted.key is None or self._journal is None:
            return
        caller, key = admitted.context.caller, admitted.key
        try:
            if again or (admitted.repeatable and outcome.status in _OPEN_ENDED):
                self._journal.forget(caller, key)
            else:
                self._journal.finish(caller, key, _result_of(_withheld(outcome) if admitted.private else outcome))
        except CasewrightError as error:
            _log.error("the result of the call with key %r could not be kept: %s", key, error)


def left_unbegun(error: Stop | CasewrightError) -> bool:
    """Whether a call that ``begin`` gave this for is in the journal neither now nor before: its key is another's."""
    return not isinstance(error, Stop) or error.status is Status.INVALID_ARGUMENTS


def _answer(taken: Entry, known: str, key: str) -> Stop:
    if taken.fingerprint != known:
        message = f"The idempotency key {key!r} was used for another call: give this one a key of its own"
        return Stop(Status.INVALID_ARGUMENTS, message, BadArguments)
    if taken.result is None:
        message = (
            f"A call with the key {key!r} was begun and has no recorded outcome: it may still run, or "
            "have taken effect, so it is not repeated; 'casewright calls unresolved' shows it to a person, who can say "
            "what came of it"
        )
        return Stop(Status.UNKNOWN_OUTCOME, message, Unavailable)
    outcome = _outcome_of(taken.result)
    message = f"answered from the record of the call with the key {key!r}"
    return Stop(outcome.status, message, CasewrightError, phase="replayed", outcome=outcome)


def _may_work_later(outcome: Outcome) -> bool:
    kind = None if outcome.error_kind is None else by_name().get(outcome.error_kind)
    return kind is not None and issubclass(kind, Unavailable)


def _withheld(outcome: Outcome) -> Outcome:
    """The outcome of a private call: what is said of a failure may hold a name that is to be masked later."""
    if outcome.status is Status.SUCCESS:
        return outcome
    message = f"{_WITHHELD} ({outcome.error_kind})"
    return replace(outcome, content=message, structured=error_object(message), error=message)


def _result_of(outcome: Outcome) -> RecordedResult:
    return RecordedResult(
        outcome.status.value,
        outcome.content,
        json.dumps(outcome.structured, default=str),
        outcome.error,
        outcome.error_kind,
        outcome.result_hash,
    )


def _outcome_of(result: RecordedResult) -> Outcome:
    return Outcome(
        Status(result.status),
        result.content,
        json.loads(result.structured),
        result.error,
        result.error_kind,
        result.result_hash,
    )
