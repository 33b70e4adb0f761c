"""The one door: every act of a person or a model is a call through here, governed and recorded.

The order (spec/tool-protocol.md, "Executor"): look up, permission, arguments, the matter, limits and
preconditions, approval, the intent recorded and acknowledged, the run under its timeout, the result checked, the
outcome recorded. A call that is stopped on the way leaves one event with its status; a record that cannot be
written stops the call before it runs.
"""

from __future__ import annotations

import asyncio
import logging
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from time import perf_counter
from typing import TYPE_CHECKING

from casewright.errors import (
    BadArguments,
    BadToolDefinition,
    CasewrightError,
    NotFound,
    Refused,
    ToolFailed,
    Unavailable,
)
from casewright.policy.decisions import Deny
from casewright.tools import outcomes
from casewright.tools.arguments import parse
from casewright.tools.calls import Metadata, SafetyLevel, Status, ToolResult
from casewright.tools.cancellation import Cancellation, current
from casewright.tools.gates.limits import Limits, unmet_precondition
from casewright.tools.gates.matter_scope import Hidden, out_of_scope
from casewright.tools.recorder import Recorder
from casewright.tools.visibility import Visibility

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from pydantic import BaseModel

    from casewright.audit.canonical import Json
    from casewright.audit.events import Event, Phase
    from casewright.policy.policy import Policy, Rule
    from casewright.tools.calls import CallContext, ToolCall
    from casewright.tools.definition import Tool
    from casewright.tools.outcomes import Outcome
    from casewright.tools.ports.audit_log import AuditLog
    from casewright.tools.ports.clock import Clock
    from casewright.tools.ports.matters import MatterStore
    from casewright.tools.ports.people import ParticipantStore
    from casewright.tools.registry import Registry

_log = logging.getLogger("casewright.executor")

NO_APPROVER = "Dangerous tool requires approval handler, but none configured"
"""The seed's words for a dangerous tool that nobody can approve."""


class _Stop(Exception):
    """A call that a gate stops, with what is said about it. Never leaves this module."""

    def __init__(self, status: Status, message: str, kind: type[CasewrightError]) -> None:
        super().__init__(message)
        self.status = status
        self.message = message
        self.kind = kind


@dataclass(frozen=True, slots=True)
class _Admitted:
    """A call that passed every gate."""

    call: ToolCall
    context: CallContext
    tool: Tool
    rule: Rule
    arguments: BaseModel
    recorded: Mapping[str, Json]


class Executor:
    """Runs tool calls. One result per call, in order; never an exception but cancellation.

    ``key`` hashes sensitive arguments in the audit; a registry with a tool that has any needs one.
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
        key: bytes = b"",
        threads: int = 8,
    ) -> None:
        unkeyed = [tool.name for tool in registry.tools.values() if tool.sensitive and not key]
        if unkeyed:
            raise BadToolDefinition(f"tool {unkeyed[0]!r} has sensitive arguments: the executor needs a key")
        self._registry = registry
        self._policy = policy
        self._audit = audit
        self._visibility = None if matters is None else Visibility(matters, participants)
        self._limits = Limits()
        self._recorder = Recorder(clock, policy.hash, key)
        self._threads = ThreadPoolExecutor(threads, thread_name_prefix="casewright-tool")

    def close(self) -> None:
        """Wait for handlers that still run, and let their threads go."""
        self._threads.shutdown()

    async def execute_many(self, calls: Sequence[ToolCall], context: CallContext) -> list[ToolResult]:
        """Run the calls side by side; one result each, in the order of the calls."""
        return list(await asyncio.gather(*(self.execute(call, context) for call in calls)))

    async def execute(self, call: ToolCall, context: CallContext) -> ToolResult:
        """Run one call and say how it ended."""
        started = perf_counter()
        tool = self._registry.get(call.name)
        try:
            admitted = self._admit(call, context, tool)
        except _Stop as stop:
            return await self._stopped(stop, call, context, tool, started)
        except CasewrightError as error:
            return await self._stopped(_Stop(Status.ERROR, str(error), type(error)), call, context, tool, started)
        try:
            intent = await self._submit(self._event("intent", admitted))
        except CasewrightError as error:
            self._limits.release(context, call.name, admitted.rule)
            outcome = outcomes.of_message(f"the call could not be recorded, so it did not run: {error}", type(error))
            return _result(call, tool, outcome, started, None)
        return await self._run(admitted, intent, started)

    def _admit(self, call: ToolCall, context: CallContext, tool: Tool | None) -> _Admitted:
        """Take the call through the gates, cheapest first. Raises ``_Stop``."""
        if tool is None:
            raise _Stop(Status.UNKNOWN_TOOL, f"Unknown tool: {call.name}", NotFound)
        decision = self._policy.decide(context.actor.role, tool.name)
        if isinstance(decision, Deny):
            raise _Stop(Status.DENIED, decision.reason, Refused)
        try:
            arguments = parse(tool.arguments, call.arguments, tool.sensitive)
        except BadArguments as error:
            raise _Stop(Status.INVALID_ARGUMENTS, str(error), BadArguments) from error
        barred = out_of_scope(context, tool, call.arguments, self._visibility)
        if isinstance(barred, Hidden):
            raise _Stop(Status.ERROR, barred.message, NotFound)
        if isinstance(barred, Deny):
            raise _Stop(Status.DENIED, barred.reason, Refused)
        rule = self._policy.rules[tool.name]
        unmet = unmet_precondition(tool.name, rule, call.arguments)
        if unmet is not None:
            raise _Stop(Status.LIMITED, unmet, Refused)
        if tool.safety_level is SafetyLevel.DANGEROUS:
            raise _Stop(Status.NO_APPROVER, NO_APPROVER, Refused)
        limited = self._limits.reserve(context, tool.name, rule)
        if limited is not None:
            raise _Stop(Status.LIMITED, limited, Refused)
        return _Admitted(call, context, tool, rule, arguments, self._recorder.recorded(tool, call.arguments))

    async def _stopped(
        self, stop: _Stop, call: ToolCall, context: CallContext, tool: Tool | None, started: float
    ) -> ToolResult:
        outcome = outcomes.of_stop(stop.status, stop.message, stop.kind)
        event = self._recorder.event(
            "stopped",
            call,
            context,
            tool,
            self._recorder.recorded(tool, call.arguments),
            status=stop.status.upper(),
            reason=stop.message,
        )
        try:
            seq = await self._submit(event)
        except CasewrightError as error:
            # It did not run and will not; that it was asked is lost with the log, and said so.
            _log.error("a stopped call could not be recorded: %s", error)
            seq = None
        return _result(call, tool, outcome, started, seq)

    async def _run(self, admitted: _Admitted, intent: int, started: float) -> ToolResult:
        run = self._run_async if admitted.tool.is_async else self._run_in_thread
        outcome = await run(admitted, intent)
        try:
            seq = await self._submit(self._event("outcome", admitted, outcome, intent))
        except CasewrightError as error:
            message = f"the tool ran, but its outcome could not be recorded: {error}"
            outcome = outcomes.of_message(message, type(error), Status.UNKNOWN_OUTCOME)
            seq = None
        return _result(admitted.call, admitted.tool, outcome, started, seq)

    async def _run_async(self, admitted: _Admitted, intent: int) -> Outcome:
        tool = admitted.tool
        limit = asyncio.timeout(tool.timeout)
        try:
            async with limit:
                # An async handler returns a coroutine; Tool.is_async says so.
                value = await tool.handler(admitted.arguments, admitted.context)  # type: ignore[misc]
        except TimeoutError as error:
            return _timed_out(tool) if limit.expired() else outcomes.of_error(error)
        except asyncio.CancelledError:
            task = asyncio.current_task()
            if task is not None and not task.cancelling():
                return outcomes.of_message(f"tool {tool.name!r} cancelled itself", ToolFailed)
            self._record_late(admitted, intent, outcomes.of_message("cancelled before it ended", ToolFailed))
            raise
        except BaseException as error:  # noqa: BLE001 (whatever a handler raises is a result)
            _log.debug("tool %s failed", tool.name, exc_info=error)
            return outcomes.of_error(error)
        return outcomes.of_value(tool, value)

    async def _run_in_thread(self, admitted: _Admitted, intent: int) -> Outcome:
        cancellation = Cancellation()
        thread = self._threads.submit(_work, admitted, cancellation)
        waiting = asyncio.wrap_future(thread)
        try:
            done, _ = await asyncio.wait({waiting}, timeout=admitted.tool.timeout)
        except asyncio.CancelledError:
            self._abandon(admitted, intent, thread, waiting, cancellation)
            raise
        if done:
            return thread.result()
        self._abandon(admitted, intent, thread, waiting, cancellation)
        return _timed_out(admitted.tool)

    def _abandon(
        self,
        admitted: _Admitted,
        intent: int,
        thread: Future[Outcome],
        waiting: asyncio.Future[Outcome],
        cancellation: Cancellation,
    ) -> None:
        """Let go of a thread that still works; what becomes of it is recorded when it comes, loop or no loop."""

        def late(ended: Future[Outcome]) -> None:
            never_began = outcomes.of_message("cancelled before it began", ToolFailed)
            self._record_late(admitted, intent, never_began if ended.cancelled() else ended.result())

        cancellation.requested = True
        thread.add_done_callback(late)
        waiting.cancel()

    def _record_late(self, admitted: _Admitted, intent: int, outcome: Outcome) -> None:
        try:
            self._audit.submit(self._event("late", admitted, outcome, intent))
        except CasewrightError as error:
            _log.error("a late outcome could not be recorded: %s", error)

    def _event(
        self, phase: Phase, admitted: _Admitted, outcome: Outcome | None = None, intent: int | None = None
    ) -> Event:
        return self._recorder.event(
            phase,
            admitted.call,
            admitted.context,
            admitted.tool,
            admitted.recorded,
            status=None if outcome is None else outcome.status.upper(),
            result_hash=None if outcome is None else outcome.result_hash,
            reason=None if outcome is None else outcome.error,
            intent_seq=intent,
        )

    async def _submit(self, event: Event) -> int:
        receipt = self._audit.submit(event)
        return await asyncio.wrap_future(receipt) if isinstance(receipt, Future) else receipt


def _work(admitted: _Admitted, cancellation: Cancellation) -> Outcome:
    """Run a sync handler in this thread, down to its outcome."""
    token = current.set(cancellation)
    try:
        value = admitted.tool.handler(admitted.arguments, admitted.context)
    except BaseException as error:  # noqa: BLE001 (whatever a handler raises is a result)
        _log.debug("tool %s failed", admitted.tool.name, exc_info=error)
        return outcomes.of_error(error)
    finally:
        current.reset(token)
    return outcomes.of_value(admitted.tool, value)


def _timed_out(tool: Tool) -> Outcome:
    message = f"Tool timed out after {tool.timeout:g} s"
    if tool.safety_level is not SafetyLevel.SAFE:
        message += "; it may still have taken effect"
    return outcomes.of_stop(Status.TIMEOUT, message, Unavailable)


def _result(call: ToolCall, tool: Tool | None, outcome: Outcome, started: float, seq: int | None) -> ToolResult:
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
        ),
    )
