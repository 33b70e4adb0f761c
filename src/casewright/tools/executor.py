"""The one door: every act of a person or a model is a call through here, governed and recorded.

The order (spec/tool-protocol.md, "Executor"): look up, permission, arguments, the matter, limits and
preconditions, approval, the intent recorded and acknowledged, the run under its timeout, the result checked, the
outcome recorded. A call that is stopped on the way leaves one event with its status; a record that cannot be
written stops the call before it runs.
"""

from __future__ import annotations

import asyncio
import logging
from concurrent.futures import Future
from dataclasses import replace
from functools import partial
from time import perf_counter
from typing import TYPE_CHECKING
from uuid import uuid4

from casewright.errors import (
    BadArguments,
    BadSettings,
    BadToolDefinition,
    CasewrightError,
    NotFound,
    Refused,
    ToolFailed,
    Unavailable,
)
from casewright.policy.decisions import Deny
from casewright.tools import outcomes
from casewright.tools.admission import Admitted, Stop
from casewright.tools.approvals import Approvals
from casewright.tools.arguments import parse
from casewright.tools.asking import asked
from casewright.tools.calls import Failure, Metadata, SafetyLevel, Status, ToolCall, ToolResult
from casewright.tools.deadline import Expired, within
from casewright.tools.deciding import Deciding, stored_call
from casewright.tools.decision_record import DecisionRecord
from casewright.tools.effects import Effect
from casewright.tools.gates.consent import without_consent
from casewright.tools.gates.limits import Limits, unmet_precondition
from casewright.tools.gates.matter_scope import Hidden, out_of_scope
from casewright.tools.gates.unpaid import unpaid
from casewright.tools.happenings import Happenings, current_happenings
from casewright.tools.hooks import Hooks
from casewright.tools.private_calls import PrivateCalls, names_a_tool, replaced, texts_in, with_known_names
from casewright.tools.recorder import Recorder
from casewright.tools.repeats import Repeats
from casewright.tools.threads import HandlerThreads
from casewright.tools.visibility import Visibility

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from pydantic import BaseModel

    from casewright.audit.events import Event, Phase
    from casewright.canonical import Json
    from casewright.domain.actors import Actor
    from casewright.domain.ids import MatterId
    from casewright.policy.policy import Policy
    from casewright.tools.calls import CallContext
    from casewright.tools.decisions import ApprovalHandler, Decision
    from casewright.tools.definition import Tool
    from casewright.tools.hooks import Hook
    from casewright.tools.outcomes import Outcome
    from casewright.tools.ports.approvals import ApprovalStore
    from casewright.tools.ports.audit import AuditLog
    from casewright.tools.ports.billing import CaseStatuses
    from casewright.tools.ports.clock import Clock
    from casewright.tools.ports.consents import ConsentStore
    from casewright.tools.ports.effects import Effects
    from casewright.tools.ports.firewall import EntryFirewall
    from casewright.tools.ports.journal import CallJournal
    from casewright.tools.ports.matters import MatterStore
    from casewright.tools.ports.people import ParticipantStore, UserStore
    from casewright.tools.registry import Registry

_log = logging.getLogger("casewright.executor")

NO_APPROVER = "Dangerous tool requires approval handler, but none configured"
"""The seed's words for a dangerous tool that nobody can approve."""

KEPT_NOWHERE = "its results hold personal data and are kept nowhere"

TOO_LATE = "The deadline passed before the tool ran, so it did not run"


def _new_id() -> str:
    return str(uuid4())


class Executor:
    """Runs tool calls. One result per call, in order; never an exception but cancellation.

    ``key`` hashes sensitive arguments in the audit and binds approvals; who has either needs one. A call that needs
    an approval is filed in ``approvals`` where the policy says who may approve it; where it does not, ``approver``
    is asked at once. ``consents`` says which matter's text may go to which provider. ``journal`` keeps what came of
    calls with an idempotency key. ``firewall`` masks what calls on cases bring; ``cases`` knows which of them wait for
    their payment. ``hooks`` are told of every event after it was recorded; none of them can change anything.
    """

    def __init__(
        self,
        registry: Registry,
        *,
        policy: Policy,
        audit: AuditLog,
        clock: Clock,
        matters: MatterStore | None = None,
        participants: ParticipantStore | None = None,
        users: UserStore | None = None,
        key: bytes = b"",
        threads: int = 8,
        approvals: ApprovalStore | None = None,
        journal: CallJournal | None = None,
        effects: Effects | None = None,
        consents: ConsentStore | None = None,
        firewall: EntryFirewall | None = None,
        cases: CaseStatuses | None = None,
        approver: ApprovalHandler | None = None,
        hooks: Sequence[Hook] = (),
        new_id: Callable[[], str] = _new_id,
    ) -> None:
        unkeyed = [tool.name for tool in registry.tools.values() if tool.sensitive and not key]
        if unkeyed:
            raise BadToolDefinition(f"tool {unkeyed[0]!r} has sensitive arguments: the executor needs a key")
        if approvals is not None and not key:
            raise BadSettings("an executor with approvals needs a key: pass key=…, 32 random bytes that you keep")
        self._registry = registry
        self._policy = policy
        self._audit = audit
        self._visibility = None if matters is None else Visibility(matters, participants)
        self._limits = Limits()
        self._clock = clock
        self._hooks = Hooks(hooks)
        self._recorder = Recorder(clock, policy.hash, key)
        self._repeats = Repeats(journal, clock)
        self._effects = effects
        self._consents = consents
        self._private = PrivateCalls(matters)
        self._firewall = firewall
        self._cases = cases
        self._approver = approver
        self._decisions = DecisionRecord(self._recorder, self._submit, self._private)
        self._deciding: Deciding | None = None
        if approvals is not None:
            requests = Approvals(approvals, policy=policy, clock=clock, key=key, new_id=new_id, users=users)
            self._deciding = Deciding(requests, self._decisions, self._admit, self._visibility)
        self._threads = HandlerThreads(threads)

    def close(self) -> None:
        """Wait for handlers that still run, and for what the hooks have not heard yet; let their threads go."""
        self._threads.close()
        self._hooks.close()

    async def execute_many(
        self, calls: Sequence[ToolCall], context: CallContext, keys: Sequence[str] | None = None
    ) -> list[ToolResult]:
        """Run the calls side by side; one result each, in the order of the calls.

        Each takes its place in the limits, in that order, before any of them runs. ``keys`` are the calls' own
        idempotency keys, in the order of the calls.
        """
        within = [context] * len(calls) if keys is None else [replace(context, idempotency_key=key) for key in keys]
        entered = [(call, own, self._entered(call, own)) for call, own in zip(calls, within, strict=True)]
        since = perf_counter()
        return list(await asyncio.gather(*(self._through(call, own, at, since) for call, own, at in entered)))

    async def execute(self, call: ToolCall, context: CallContext) -> ToolResult:
        """Run one call and say how it ended."""
        started = perf_counter()
        return await self._through(call, context, self._entered(call, context), started)

    def _entered(self, call: ToolCall, context: CallContext) -> Admitted | Stop:
        """Take the call through the gates, and off its limit unless it has a key or needs an approval first."""
        try:
            admitted = self._admit(call, context, self._registry.get(call.name))
            if context.idempotency_key is None and not admitted.needs_approval:
                self._reserve(admitted)
        except Stop as stop:
            return stop
        except CasewrightError as error:
            return Stop(Status.ERROR, str(error), type(error))
        return admitted

    async def _through(
        self, call: ToolCall, context: CallContext, entered: Admitted | Stop, started: float
    ) -> ToolResult:
        if isinstance(entered, Admitted) and (context.idempotency_key is not None or entered.needs_approval):
            try:
                entered = await self._guarded(entered)
            except Stop as stop:
                entered = stop
            except CasewrightError as error:
                entered = Stop(Status.ERROR, str(error), type(error))
        if isinstance(entered, Stop):
            return await self._stopped(entered, call, context, self._registry.get(call.name), started)
        return await self._launch(_until(entered, context), started)

    async def decide(self, request: str, decision: Decision, context: CallContext) -> ToolResult:
        """Take a person's decision on a stored call; ``context.actor`` is that person.

        Approved, the call runs as its requester's, and its result comes back. Rejected, the result has the status
        ``rejected``; edited, ``approval_required`` with the new request. A decision that does not count is
        ``denied``, and says why. Everything is recorded.
        """
        started = perf_counter()
        call, tool = ToolCall(request, "unknown"), None
        try:
            if self._deciding is None:
                raise Stop(Status.NO_APPROVER, NO_APPROVER, Refused)
            found = await self._deciding.find(context, request)
            call, tool = stored_call(found), self._registry.get(found.tool)
            admitted = await self._deciding.decide(found, decision, context.actor, tool)
            admitted = _until(await self._repeats.begin_approved(admitted, found), context)
        except Stop as stop:
            return await self._stopped(stop, call, context, tool, started)
        except CasewrightError as error:
            return await self._stopped(Stop(Status.ERROR, str(error), type(error)), call, context, tool, started)
        return await self._launch(admitted, started)

    async def _launch(self, admitted: Admitted, started: float) -> ToolResult:
        """Record the intent, then run the call."""
        try:
            intent = await self._submit(self._event("intent", admitted))
        except CasewrightError as error:
            self._release(admitted)
            await self._repeats.forget(admitted)
            outcome = outcomes.of_message(f"the call could not be recorded, so it did not run: {error}", type(error))
            return _result(admitted.call, admitted.tool, outcome, started, None, admitted)
        return await self._run(admitted, intent, started)

    def _admit(self, call: ToolCall, context: CallContext, tool: Tool | None) -> Admitted:
        """Take the call through the gates, cheapest first. Raises ``Stop``."""
        if tool is None:
            raise Stop(Status.UNKNOWN_TOOL, f"Unknown tool: {call.name}", NotFound)
        decision = self._policy.decide(context.actor.role, tool.name)
        if isinstance(decision, Deny):
            raise Stop(Status.DENIED, decision.reason, Refused)
        if tool.reveals and context.idempotency_key is not None:
            raise Stop(
                Status.INVALID_ARGUMENTS, f"{tool.name!r} takes no idempotency key: {KEPT_NOWHERE}", BadArguments
            )
        case = self._private.case_of(context, call.arguments)
        private = self._private.withholds(context, call.arguments)
        withheld = texts_in(call.arguments) if private else frozenset()
        arguments = _parsed(tool, call, withheld)
        seen = None if self._visibility is None else self._visibility.for_one_call()
        _require_scope(call, context, tool, seen)
        if context.on_behalf_of is not None:
            self._require_person(call, context, tool, context.on_behalf_of, seen)
        barred = unpaid(context, tool, case, self._cases) or without_consent(
            context, tool, call.arguments, self._consents
        )
        if barred is not None:
            raise Stop(Status.DENIED, barred.reason, Refused)
        masked: Mapping[str, int] = {}
        if case is not None and self._firewall is not None:
            entered = self._firewall.entered(context.tenant, case, call.arguments, withheld - tool.sensitive)
            masked = replaced(call.arguments, entered)
            call = replace(call, arguments=entered)
            arguments = _parsed(tool, call, withheld)
            context = self._unnamed(context, case)
        rule = self._policy.rules[tool.name]
        unmet = unmet_precondition(tool.name, rule, call.arguments)
        if unmet is not None:
            raise Stop(Status.LIMITED, unmet, Refused)
        if context.deadline is not None and self._clock.now() >= context.deadline:
            raise Stop(Status.TIMEOUT, TOO_LATE, Unavailable)
        recorded = self._recorder.recorded(tool, call.arguments, withheld)
        if masked:
            recorded = {**recorded, "masked": masked}
        return Admitted(call, context, tool, rule, arguments, recorded, private=private)

    def _unnamed(self, context: CallContext, case: MatterId) -> CallContext:
        """The context of a call on a case with no personal data in the reason and the key that its caller gave."""
        said = {name: text for name, text in (("why", context.why), ("key", context.idempotency_key)) if text}
        if self._firewall is None or context.on_behalf_of is not None or not texts_in(said):
            return context  # what the agents themselves give holds none
        clean = self._firewall.entered(context.tenant, case, said, said)
        key = context.idempotency_key
        if clean.get("key") != said.get("key"):
            key = self._recorder.keyed(said["key"])  # another key stays another one
        return replace(context, why=clean.get("why"), idempotency_key=key)

    def _require_person(
        self, call: ToolCall, context: CallContext, tool: Tool, person: Actor, seen: Visibility | None
    ) -> None:
        """Nobody gets done through a model what they may not do themselves."""
        decision = self._policy.decide(person.role, tool.name)
        if isinstance(decision, Deny):
            raise Stop(Status.DENIED, decision.reason, Refused)
        _require_scope(call, replace(context, actor=person), tool, seen)

    def _reserve(self, admitted: Admitted) -> None:
        """Take the call off its limit. Raises ``Stop`` where none is left."""
        limited = self._limits.reserve(admitted.context, admitted.tool.name, admitted.rule)
        if limited is not None:
            raise Stop(Status.LIMITED, limited, Refused)

    def _release(self, admitted: Admitted) -> None:
        """Give its place back; that of an approved call was taken when it was filed."""
        if admitted.approval is None:
            self._limits.release(admitted.context, admitted.tool.name, admitted.rule)

    async def _guarded(self, admitted: Admitted) -> Admitted:
        """Take a call that has a key or needs an approval the rest of the way. Raises ``Stop``."""
        rule, key = admitted.rule.approval, admitted.context.idempotency_key
        if rule is not None and self._deciding is not None:
            return await self._repeats.begin(await self._deciding.filed(admitted, rule, self._reserve), key)
        admitted = await self._repeats.begin(admitted, key)
        try:
            if not admitted.needs_approval:
                self._reserve(admitted)
            elif rule is not None or self._approver is None:
                raise Stop(Status.NO_APPROVER, NO_APPROVER, Refused)
            else:
                admitted = await self._asked(admitted, self._approver)
        except BaseException:
            await self._repeats.forget(admitted)
            raise
        return admitted

    async def _asked(self, admitted: Admitted, approver: ApprovalHandler) -> Admitted:
        self._reserve(admitted)
        try:
            return await asked(admitted, approver, self._admit, self._decisions)
        except BaseException:
            self._release(admitted)
            raise

    async def _stopped(
        self, stop: Stop, call: ToolCall, context: CallContext, tool: Tool | None, started: float
    ) -> ToolResult:
        outcome = stop.outcome or outcomes.of_stop(stop.status, stop.message, stop.kind)
        if stop.recorded is not None:
            return _result(call, tool, outcome, started, stop.recorded, stop)
        try:
            seq = await self._submit(self._stopped_event(stop, call, context, tool))
        except CasewrightError as error:
            # It did not run and will not; that it was asked is lost with the log, and said so.
            _log.error("a stopped call could not be recorded: %s", error)
            seq = None
        return _result(call, tool, outcome, started, seq, stop)

    def _stopped_event(self, stop: Stop, call: ToolCall, context: CallContext, tool: Tool | None) -> Event:
        given, reason, withheld = call.arguments, stop.message, frozenset[str]()
        if self._private.withholds(context, given):
            case = self._private.case_of(context, given)
            context = context if case is None else self._unnamed(context, case)
            given, reason = with_known_names(tool, given, reason)
            if tool is None and not names_a_tool(call.name):
                call, reason = replace(call, name="unknown"), reason.replace(call.name, "…")
            withheld = texts_in(given)
        return self._recorder.event(
            stop.phase,
            call,
            context,
            tool,
            self._recorder.recorded(tool, given, withheld),
            status=stop.status.upper(),
            reason=reason,
            approval=stop.approval,
        )

    async def _run(self, admitted: Admitted, intent: int, started: float) -> ToolResult:
        effect = None
        told = self._happenings(admitted, intent) if admitted.tool.emits else None
        seconds = self._seconds(admitted)
        if seconds <= 0:
            self._release(admitted)
            await self._repeats.forget(admitted)
            outcome = outcomes.of_stop(Status.TIMEOUT, TOO_LATE, Unavailable)
        elif admitted.tool.is_async:
            outcome = await self._run_async(admitted, intent, told, seconds)
        else:
            if admitted.tool.atomic and self._effects is not None:
                effect = Effect(admitted.context.tenant, intent, told, self._effects.chain)
            late = partial(self._record_given_up, admitted, intent, effect, told)
            ended = await self._threads.run(admitted, effect, told, seconds, late)
            if ended is None:
                effect = told = None  # the thread is still at it: its late outcome settles what it commits
            outcome = ended or _timed_out(admitted.tool, seconds)
        if admitted.key is not None and seconds > 0:
            await self._repeats.finish(admitted, outcome)
        try:
            if told is not None:
                await self._record_happenings(told, outcome)
            seq = await self._record_outcome(self._event("outcome", admitted, outcome, intent), effect)
        except CasewrightError as error:
            message = f"the tool ran, but its outcome could not be recorded: {error}"
            outcome = outcomes.of_message(message, type(error), Status.UNKNOWN_OUTCOME)
            seq = None
        return _result(admitted.call, admitted.tool, outcome, started, seq, admitted)

    def _seconds(self, admitted: Admitted) -> float:
        """How long the handler may take: the tool's timeout, or until the call's deadline where that comes first."""
        deadline = admitted.context.deadline
        if deadline is None:
            return admitted.tool.timeout
        return min(admitted.tool.timeout, (deadline - self._clock.now()).total_seconds())

    async def _run_async(self, admitted: Admitted, intent: int, told: Happenings | None, seconds: float) -> Outcome:
        tool = admitted.tool
        listening = current_happenings.set(told)
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
            self._record_late(admitted, intent, cancelled, again=admitted.repeatable)
            raise
        except BaseException as error:  # noqa: BLE001 (whatever a handler raises is a result)
            _log.debug("tool %s failed", tool.name, exc_info=None if admitted.confidential else error)
            return outcomes.of_error(error)
        finally:
            current_happenings.reset(listening)
        return outcomes.of_value(tool, value)

    async def _record_outcome(self, event: Event, effect: Effect | None) -> int | None:
        """Record the outcome; that of a committed effect in one transaction with the end of its mark."""
        if self._effects is None or effect is None or not effect.committed:
            return await self._submit(event)
        seq = await self._threads.blocking(self._effects.settle, event)
        if seq is not None:
            self._hooks.tell(seq, event)
        return seq

    async def _record_happenings(self, told: Happenings, outcome: Outcome) -> None:
        """Record what a call that succeeded brought about and its effect did not take along; tell the hooks of all."""
        for seq, event in told.chained:
            self._hooks.tell(seq, event)
        for event in told.waiting if outcome.status is Status.SUCCESS else ():
            await self._submit(event)

    def _record_given_up(
        self,
        admitted: Admitted,
        intent: int,
        effect: Effect | None,
        told: Happenings | None,
        outcome: Outcome | None,
    ) -> None:
        """Record what became of a handler in a thread that nobody waits for; None where it never began."""
        unborn = outcome is None
        outcome = outcome or outcomes.of_message("cancelled before it began", ToolFailed)
        self._record_late(admitted, intent, outcome, again=unborn, effect=effect, told=told)

    def _record_late(
        self,
        admitted: Admitted,
        intent: int,
        outcome: Outcome,
        *,
        again: bool,
        effect: Effect | None = None,
        told: Happenings | None = None,
    ) -> None:
        """Record what came of a call that nobody waits for; ``again`` frees its key: it may run another time."""
        self._repeats.finish_now(admitted, outcome, again=again)
        try:
            for number, brought in () if told is None else told.chained:
                self._hooks.tell(number, brought)
            for brought in told.waiting if told is not None and outcome.status is Status.SUCCESS else ():
                self._submit_late(brought)
            event = self._event("late", admitted, outcome, intent)
            committed = self._effects is not None and effect is not None and effect.committed
            seq = self._effects.settle(event) if committed and self._effects is not None else None
            if seq is None:
                self._submit_late(event)
            else:
                self._hooks.tell(seq, event)
        except CasewrightError as error:
            _log.error("a late outcome could not be recorded: %s", error)

    def _submit_late(self, event: Event) -> None:
        """Record an event that nobody waits for."""
        receipt = self._audit.submit(event)
        if isinstance(receipt, Future):
            receipt.add_done_callback(partial(self._tell_later, event))
        else:
            self._hooks.tell(receipt, event)

    def _happenings(self, admitted: Admitted, intent: int) -> Happenings:
        def make(event_type: str, details: Mapping[str, Json]) -> Event:
            call, context, tool = admitted.call, admitted.context, admitted.tool
            return self._recorder.event(
                "effect", call, context, tool, details, intent_seq=intent, event_type=event_type
            )

        return Happenings(make, admitted.tool.emits)

    def _event(
        self, phase: Phase, admitted: Admitted, outcome: Outcome | None = None, intent: int | None = None
    ) -> Event:
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

    def _hash_of(self, outcome: Outcome, tool: Tool) -> str:
        return self._recorder.keyed(outcome.result_hash) if tool.reveals else outcome.result_hash

    async def _submit(self, event: Event) -> int:
        receipt = self._audit.submit(event)
        seq = await asyncio.wrap_future(receipt) if isinstance(receipt, Future) else receipt
        self._hooks.tell(seq, event)
        return seq

    def _tell_later(self, event: Event, receipt: Future[int]) -> None:
        if not receipt.cancelled() and receipt.exception() is None:
            self._hooks.tell(receipt.result(), event)


def _require_scope(call: ToolCall, context: CallContext, tool: Tool, seen: Visibility | None) -> None:
    """Raise ``Stop`` where the call is about a matter that is not the caller's to see, or to do this in."""
    barred = out_of_scope(context, tool, call.arguments, seen)
    if isinstance(barred, Hidden):
        told = barred.structured
        outcome = None if told is None else outcomes.of_value(tool, Failure(barred.message, told, NotFound))
        raise Stop(Status.ERROR, barred.message, NotFound, outcome=outcome)
    if isinstance(barred, Deny):
        raise Stop(Status.DENIED, barred.reason, Refused)


def _parsed(tool: Tool, call: ToolCall, withheld: frozenset[str]) -> BaseModel:
    """The arguments, checked. Raises ``Stop``, whose sentence shows no value of those withheld."""
    try:
        return parse(tool.arguments, call.arguments, tool.sensitive | withheld)
    except BadArguments as error:
        raise Stop(Status.INVALID_ARGUMENTS, str(error), BadArguments) from error


def _reason(outcome: Outcome | None, admitted: Admitted) -> str | None:
    """What is recorded of why a call failed: about a case, or about personal data, only the kind of error."""
    if outcome is None:
        return None
    return outcome.error_kind if admitted.confidential else outcome.error


def _until(admitted: Admitted, context: CallContext) -> Admitted:
    """The call under the deadline of whoever waits for it now: a stored one ran under another's, or none."""
    if admitted.context.deadline == context.deadline:
        return admitted
    return replace(admitted, context=replace(admitted.context, deadline=context.deadline))


def _timed_out(tool: Tool, seconds: float) -> Outcome:
    message = f"Tool timed out after {round(seconds, 3):g} s"
    if tool.safety_level is not SafetyLevel.SAFE:
        message += "; it may still have taken effect"
    return outcomes.of_stop(Status.TIMEOUT, message, Unavailable)


def _result(
    call: ToolCall, tool: Tool | None, outcome: Outcome, started: float, seq: int | None, by: Admitted | Stop
) -> ToolResult:
    return ToolResult(
        id=call.id,
        tool=call.name,
        status=outcome.status,
        content=outcome.content,
        structured=outcome.structured,
        error=outcome.error,
        metadata=Metadata(
            execution_time_ms=(perf_counter() - started) * 1000,
            safety_level=None if tool is None else tool.safety_level,
            audit_seq=seq,
            error_kind=outcome.error_kind,
            approval_id=by.approval,
            replayed=isinstance(by, Stop) and by.phase == "replayed",
            approved_by=None if isinstance(by, Stop) else by.approved_by,
        ),
    )
