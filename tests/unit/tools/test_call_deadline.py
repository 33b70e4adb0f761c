"""Tests of the deadline that a call's context may carry."""

from __future__ import annotations

import asyncio
import threading
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

import pytest

from casewright.errors import BadArguments
from casewright.tools.calls import CallContext, Status, ToolCall
from casewright.tools.cancellation import ended_by
from casewright.tools.definition import tool
from casewright.tools.gates.before_deadline import TOO_LATE
from tests.fakes.fixed_clock import START
from tests.fakes.governed import ADMIN, Governed
from tests.fakes.memory_journal import MemoryJournal

if TYPE_CHECKING:
    from casewright.tools.definition import Tool

pytestmark = pytest.mark.requirement("tool-deadline")


class Waiting:
    """A tool that tells that it ``began``, and then does not end before its call does."""

    def __init__(self, *, is_async: bool, timeout: float = 30.0) -> None:
        self.began = threading.Event()
        self.tool = self._async(timeout) if is_async else self._sync(timeout)

    def _async(self, timeout: float) -> Tool:
        @tool(name="wait", safety_level="cautious", timeout=timeout)
        async def wait() -> None:
            """Waits."""
            self.began.set()
            await asyncio.Event().wait()

        return wait

    def _sync(self, timeout: float) -> Tool:
        @tool(name="wait", safety_level="cautious", timeout=timeout)
        def wait() -> None:
            """Waits."""
            self.began.set()
            given_up = threading.Event()
            with ended_by(given_up.set):
                given_up.wait()

        return wait


def until(seconds: float, key: str | None = None) -> CallContext:
    """A context whose deadline is that far from the fixed clock's time."""
    return CallContext(ADMIN, deadline=START + timedelta(seconds=seconds), idempotency_key=key)


@pytest.mark.parametrize("is_async", [True, False])
@pytest.mark.parametrize("seconds", [0.0, -1.0])
def test_call_past_its_deadline_does_not_run(is_async: bool, seconds: float) -> None:
    """It is stopped with one event, its limit is not used up and its key stays free."""
    waiting = Waiting(is_async=is_async)
    rules = '[tools.wait]\nroles = ["ADMIN"]\nmax_calls_per_round = 1'
    governed = Governed(waiting.tool, rules=rules, journal=MemoryJournal())
    result = governed.call("wait", context=until(seconds, "k"))
    assert (result.status, result.content) == (Status.TIMEOUT, TOO_LATE)
    assert not waiting.began.is_set()
    assert governed.trail() == [("stopped", "TIMEOUT")]
    assert governed.time_out(waiting.began, "wait", context=until(60, "k")).content.startswith("Tool timed out")
    governed.executor.close()


@pytest.mark.parametrize("is_async", [True, False])
def test_deadline_ends_a_call_before_its_timeout(is_async: bool) -> None:
    """The earlier of the two ends the call, and the text says after how long that was."""
    waiting = Waiting(is_async=is_async)
    governed = Governed(waiting.tool)
    result = governed.time_out(waiting.began, "wait", context=until(5))
    assert result.status is Status.TIMEOUT
    assert result.content == "Tool timed out after 5 s; it may still have taken effect"
    assert governed.trail()[:2] == [("intent", None), ("outcome", "TIMEOUT")]
    governed.executor.close()


def test_timeout_ends_a_call_before_its_deadline() -> None:
    """A far deadline leaves the tool's timeout as it is."""
    waiting = Waiting(is_async=True, timeout=2.0)
    ended = Governed(waiting.tool).time_out(waiting.began, "wait", context=until(60))
    assert ended.content.startswith("Tool timed out after 2 s")


def test_deadline_that_passes_while_the_intent_is_recorded() -> None:
    """The call ends without having begun, which its outcome says."""
    waiting = Waiting(is_async=True)
    governed = Governed(waiting.tool)
    record = governed.log.submit

    def slowly(event: object) -> int:
        governed.clock.advance(seconds=10)
        return record(event)  # type: ignore[arg-type]

    governed.log.submit = slowly  # type: ignore[method-assign]
    result = governed.call("wait", context=until(5))
    assert (result.status, result.content) == (Status.TIMEOUT, TOO_LATE)
    assert not waiting.began.is_set()
    assert governed.trail() == [("intent", None), ("outcome", "TIMEOUT")]


def test_deadline_without_a_time_zone_is_refused() -> None:
    """A naive time would be some zone's by guess."""
    with pytest.raises(BadArguments, match="no time zone: pass an aware time"):
        CallContext(ADMIN, deadline=datetime(2026, 1, 1))  # noqa: DTZ001 (what is refused)


@pytest.mark.requirement("tool-limits-atomic")
def test_calls_of_one_turn_have_their_places_before_any_runs() -> None:
    """What a handler itself calls comes after its siblings, so it cannot take their place in the limit."""
    governed: Governed

    @tool(safety_level="safe")
    async def greedy(context: CallContext, again: bool) -> str:
        """Calls itself once more."""
        if again:
            await governed.executor.execute(ToolCall("inner", "greedy", {"again": False}), context)
        return "done"

    governed = Governed(greedy, rules='[tools.greedy]\nroles = ["ADMIN"]\nmax_calls_per_round = 2')
    calls = [ToolCall(str(n), "greedy", {"again": n == 0}) for n in range(2)]
    assert [result.status for result in governed.call_many(calls)] == [Status.SUCCESS] * 2
    assert governed.trail().count(("stopped", "LIMITED")) == 1
