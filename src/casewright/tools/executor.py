"""The one door: every act of a person or a model is a call through here, governed and recorded.

The order (spec/tool-protocol.md, "Executor"): look up, permission, arguments, the matter, limits and
preconditions, approval, the intent recorded and acknowledged, the run under its timeout, the result checked, the
outcome recorded. A call that is stopped on the way leaves one event with its status; a record that cannot be
written stops the call before it runs.
"""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress
from dataclasses import replace
from time import perf_counter
from typing import TYPE_CHECKING, Literal
from uuid import uuid4

from casewright.domain.actors import ActorKind
from casewright.errors import BadSettings, BadToolDefinition, CasewrightError, Refused
from casewright.tools import outcomes
from casewright.tools.admission import Admitted, Stop
from casewright.tools.admission_threads import AdmissionThreads
from casewright.tools.answer_budget import AnswerBudget
from casewright.tools.approval_process import ApprovalProcess, stored_call
from casewright.tools.approvals import Approvals
from casewright.tools.brief_work import nothing_shared
from casewright.tools.call_record import CallRecord
from casewright.tools.calls import Status, ToolCall
from casewright.tools.clearance import NO_APPROVER, Clearance
from casewright.tools.decision_record import DecisionRecord
from casewright.tools.entrance import Entrance, failed
from casewright.tools.gatekeeper import Gatekeeper
from casewright.tools.gates.limits import Limits
from casewright.tools.gates.standard import standard_gates
from casewright.tools.hooks import Hooks
from casewright.tools.joint_record import JointRecord
from casewright.tools.recorder import Recorder
from casewright.tools.repeats import Repeats
from casewright.tools.results import make_result
from casewright.tools.runner import Runner
from casewright.tools.tenancy import acting_in, current_tenant
from casewright.tools.threads import HandlerThreads
from casewright.tools.visibility import Visibility

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from casewright.domain.approvals import ApprovalRequest
    from casewright.policy.policy import AnswerLimits, Policy
    from casewright.tools.active_people import ActivePeople
    from casewright.tools.brief_work import Sharing
    from casewright.tools.calls import CallContext, ToolResult
    from casewright.tools.decisions import ApprovalHandler, Decision
    from casewright.tools.definition import Tool
    from casewright.tools.gates.gate import Gate
    from casewright.tools.hooks import Hook
    from casewright.tools.matter_access import MatterWords
    from casewright.tools.outcomes import Outcome
    from casewright.tools.ports.approvals import ApprovalStore
    from casewright.tools.ports.audit import AuditLog
    from casewright.tools.ports.clock import Clock
    from casewright.tools.ports.consents import ConsentStore, Ways
    from casewright.tools.ports.effects import Effects
    from casewright.tools.ports.entry import Entry
    from casewright.tools.ports.journal import CallJournal
    from casewright.tools.ports.limits import CallCounts
    from casewright.tools.ports.matters import MatterStore
    from casewright.tools.ports.people import ParticipantStore
    from casewright.tools.ports.telemetry import Telemetry
    from casewright.tools.registry import Registry

_log = logging.getLogger("casewright.executor")


def _new_id() -> str:
    return str(uuid4())


class Executor:
    """Runs tool calls. One result per call, in order; never an exception but cancellation.

    ``key`` hashes sensitive arguments in the audit and binds approvals: it is needed where there is either. A call
    that needs an approval is filed in ``approvals`` where the policy says who may approve it; where it does not,
    ``approver`` is asked at once. ``people`` says who may still act; left out, everybody may. ``consents`` says which
    matter's text may go to which provider. ``journal`` keeps what came of calls with an idempotency key. ``gates`` are
    asked beside the standard ones, once the matter was found visible; ``entry`` masks private calls;
    ``matter_words`` are those of matters with words of their own.
    With ``admission`` in ``threads`` gates are asked beside the event loop, for stores that take their time, and those
    of calls that come together within what ``sharing`` opens. ``limits`` counts the calls of runs, left out: in this
    process. ``hooks`` are told of every event after it was recorded; none of them can change anything. ``telemetry``
    watches each call while it runs.
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
        people: ActivePeople | None = None,
        key: bytes = b"",
        threads: int = 8,
        admission: Literal["inline", "threads"] = "inline",
        sharing: Sharing = nothing_shared,
        limits: CallCounts | None = None,
        approvals: ApprovalStore | None = None,
        journal: CallJournal | None = None,
        effects: Effects | None = None,
        consents: ConsentStore | None = None,
        ways: Ways | None = None,
        gates: Sequence[Gate] = (),
        entry: Entry | None = None,
        matter_words: Sequence[MatterWords] = (),
        approver: ApprovalHandler | None = None,
        hooks: Sequence[Hook] = (),
        telemetry: Telemetry | None = None,
        new_id: Callable[[], str] = _new_id,
    ) -> None:
        _require_key(registry, approvals, key)
        visibility = None if matters is None else Visibility(matters, participants)
        recorder = Recorder(clock, policy.hash, key)
        self._registry = registry
        self._policy = policy
        self._people = people
        self._telemetry = telemetry
        self._limits = Limits(clock, limits)
        self._hooks = Hooks(hooks)
        self._repeats = Repeats(journal, clock, effects)
        self._record = CallRecord(recorder, audit, self._hooks, entry)
        self._answers = AnswerBudget(policy.answers, recorder, self._record)
        asked = standard_gates(
            policy=policy,
            clock=clock,
            visibility=visibility,
            consents=consents,
            ways=ways,
            entry=entry,
            words=matter_words,
            people=people,
            own=gates,
        )
        admit = Gatekeeper(asked, recorder).admit
        beside = AdmissionThreads(threads, sharing) if admission == "threads" else None
        self._entrance = Entrance(admit, registry, self._limits, beside)
        decisions = DecisionRecord(recorder, self._record.submit, entry)
        self._process: ApprovalProcess | None = None
        if approvals is not None:
            requests = Approvals(approvals, policy=policy, clock=clock, key=key, new_id=new_id, people=people)
            self._process = ApprovalProcess(
                requests, decisions, JointRecord(self._record, audit, effects), admit, self._repeats, visibility
            )
        self._clearance = Clearance(self._repeats, self._limits, admit, decisions, self._process, approver)
        self._threads = HandlerThreads(threads)
        self._runner = Runner(self._record, self._threads, self._repeats, self._limits, clock, effects)

    def close(self) -> None:
        """Wait for handlers that still run, and for what the hooks have not heard yet; let their threads go."""
        self._entrance.close()
        self._threads.close()
        self._hooks.close()

    @property
    def registry(self) -> Registry:
        """The tools that can be called."""
        return self._registry

    @property
    def policy(self) -> Policy:
        """The rules that are in force."""
        return self._policy

    @property
    def keeps_results(self) -> bool:
        """Whether a call may carry an idempotency key: there is a journal."""
        return self._repeats.keeps

    @property
    def answer_limits(self) -> AnswerLimits:
        """How many calls the answers of models may ask for."""
        return self._answers.limits

    async def refuse_answer(self, calls: int, context: CallContext, *, made: int = 0) -> str | None:
        """Why none of the calls of a model's answer may be made; None where they may.

        A refusal is recorded as ``agent.answer_refused``. Whoever makes a model's calls asks this before the first;
        ``made`` were made in the same turn before.
        """
        with acting_in(context.tenant):
            refused = await self._answers.refuse(calls, context, made=made)
        return None if refused is None else refused[0]

    async def execute_many(
        self, calls: Sequence[ToolCall], context: CallContext, keys: Sequence[str] | None = None
    ) -> list[ToolResult]:
        """Run the calls side by side; one result each, in the order of the calls.

        Each takes its place in the limits, in that order, before any of them runs. ``keys`` are the calls' own
        idempotency keys, in the order of the calls. More calls of a model than one answer may ask for are all
        ``limited``, and none runs.
        """
        with acting_in(context.tenant):
            return await self._execute_many(calls, context, keys)

    async def _execute_many(
        self, calls: Sequence[ToolCall], context: CallContext, keys: Sequence[str] | None
    ) -> list[ToolResult]:
        if context.actor.kind is ActorKind.MODEL:
            refused = await self._answers.refuse(len(calls), context)
            if refused is not None:
                stop = Stop(Status.LIMITED, refused[0], Refused, recorded=refused[1])
                return [make_result(call, None, _outcome(stop), perf_counter(), refused[1], stop) for call in calls]
        await self._load(*(call.name for call in calls))
        within = [context] * len(calls) if keys is None else [replace(context, idempotency_key=key) for key in keys]
        entered = await self._entrance.enter_all(calls, within)
        since = perf_counter()
        going = zip(calls, within, entered, strict=True)
        return list(await asyncio.gather(*(self._through(call, own, at, since) for call, own, at in going)))

    async def execute(self, call: ToolCall, context: CallContext) -> ToolResult:
        """Run one call and say how it ended."""
        started = perf_counter()
        token = current_tenant.set(context.tenant)  # as ``acting_in``, in less time
        try:
            if not self._registry.is_loaded(call.name):
                await self._load(call.name)
            if self._entrance.is_inline:
                entered = self._entrance.enter(call, context)
            else:
                [entered] = await self._entrance.enter_all([call], [context])
            if self._telemetry is None:
                return await self._pass(call, context, entered, started)
            return await self._through(call, context, entered, started)
        finally:
            current_tenant.reset(token)

    async def decide(self, request: str, decision: Decision, context: CallContext) -> ToolResult:
        """Take a person's decision on a stored call; ``context.actor`` is that person.

        Approved, the call runs as its requester's, and its result comes back. Rejected, the result has the status
        ``rejected``; edited, ``approval_required`` with the new request. A decision that does not count is
        ``denied``, and says why. Everything is recorded.
        """
        with acting_in(context.tenant):
            return await self._decide(request, decision, context)

    async def _decide(self, request: str, decision: Decision, context: CallContext) -> ToolResult:
        started = perf_counter()
        call, tool = ToolCall(request, "unknown"), None
        try:
            if self._process is None:
                raise Stop(Status.NO_APPROVER, NO_APPROVER, Refused)
            if self._people is not None:
                context = await asyncio.to_thread(self._people.within, context)
            found = await self._process.find(context, request)
            await self._load(found.tool)
            call, tool = stored_call(found), self._registry.get(found.tool)
            admitted = await self._process.decide(found, decision, context.actor, tool)
            admitted = _until(await self._process.begin(admitted, found), context)
        except Stop as stop:
            return await self._stopped(stop, call, context, tool, started)
        except CasewrightError as error:
            return await self._stopped(failed(error), call, context, tool, started)
        if self._telemetry is None:
            return await self._launch(admitted, started)
        with self._telemetry.observe(call, admitted.context, tool) as end:
            result = await self._launch(admitted, started)
            end(result)
        return result

    async def find_request(self, request: str, context: CallContext) -> ApprovalRequest | None:
        """The stored call of this id, for who asked for it; None for everybody else."""
        with acting_in(context.tenant):
            return None if self._process is None else await self._process.of_requester(context, request)

    async def _load(self, *names: str) -> None:
        """Have the tools made that are only declared, beside the loop; one that cannot be made stops its call later."""
        for name in names:
            if not self._registry.is_loaded(name):
                with suppress(CasewrightError):
                    await asyncio.to_thread(self._registry.get, name)

    async def _through(
        self, call: ToolCall, context: CallContext, entered: Admitted | Stop, started: float
    ) -> ToolResult:
        if self._telemetry is None:
            return await self._pass(call, context, entered, started)
        tool = self._registry.get(call.name) if self._registry.is_loaded(call.name) else None
        with self._telemetry.observe(call, context, tool) as end:
            result = await self._pass(call, context, entered, started)
            end(result)
        return result

    async def _pass(self, call: ToolCall, context: CallContext, entered: Admitted | Stop, started: float) -> ToolResult:
        if isinstance(entered, Admitted) and (context.idempotency_key is not None or entered.needs_approval):
            try:
                entered = await self._clearance.clear(entered)
            except Stop as stop:
                entered = stop
            except CasewrightError as error:
                entered = failed(error)
        if isinstance(entered, Stop):
            tool = self._registry.get(call.name) if self._registry.is_loaded(call.name) else None
            return await self._stopped(entered, call, context, tool, started)
        return await self._launch(_until(entered, context), started)

    async def _launch(self, admitted: Admitted, started: float) -> ToolResult:
        """Record the intent, then run the call."""
        try:
            intent = await self._record.submit(self._record.event("intent", admitted))
        except CasewrightError as error:
            await self._limits.give_back(admitted)
            await self._repeats.forget(admitted)
            outcome = outcomes.of_message(f"the call could not be recorded, so it did not run: {error}", type(error))
            return make_result(admitted.call, admitted.tool, outcome, started, None, admitted)
        outcome, seq = await self._runner.run(admitted, intent)
        return make_result(admitted.call, admitted.tool, outcome, started, seq, admitted)

    async def _stopped(
        self, stop: Stop, call: ToolCall, context: CallContext, tool: Tool | None, started: float
    ) -> ToolResult:
        outcome = _outcome(stop)
        seq = stop.recorded
        if seq is None:
            try:
                seq = await self._record.stopped(stop, call, context, tool)
            except CasewrightError as error:
                # It did not run and will not; that it was asked is lost with the log, and said so.
                _log.error("a stopped call could not be recorded: %s", error)
        return make_result(call, tool, outcome, started, seq, stop)


def _require_key(registry: Registry, approvals: ApprovalStore | None, key: bytes) -> None:
    if registry.sensitive and not key:
        raise BadToolDefinition(f"tool {registry.sensitive[0]!r} has sensitive arguments: the executor needs a key")
    if approvals is not None and not key:
        raise BadSettings("an executor with approvals needs a key: pass key=…, 32 random bytes that you keep")


def _outcome(stop: Stop) -> Outcome:
    return stop.outcome or outcomes.of_stop(stop.status, stop.message, stop.kind)


def _until(admitted: Admitted, context: CallContext) -> Admitted:
    """The call under the deadline of whoever waits for it now: a stored one ran under another's, or none."""
    return replace(admitted, context=replace(admitted.context, deadline=context.deadline))
