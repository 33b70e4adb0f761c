"""Tests of casewright.tools.hooks, through the executor."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, Any

import pytest

from casewright.audit.chain import verify
from casewright.tools import hooks
from casewright.tools.calls import CallContext, Status, ToolCall
from casewright.tools.definition import tool
from tests.fakes.governed import ADMIN, TENANT, Governed

if TYPE_CHECKING:
    from casewright.audit.events import Event

pytestmark = pytest.mark.requirement("tool-hooks")


@tool(safety_level="safe")
def total(numbers: list[int]) -> int:
    """Add numbers."""
    return sum(numbers)


class Listener:
    """Keeps what it is told."""

    def __init__(self) -> None:
        self.told: list[tuple[int, str, str | None]] = []

    def __call__(self, seq: int, event: Event) -> None:
        """Keep number, phase and status."""
        self.told.append((seq, event.phase, event.result_status))


def raising(_seq: int, _event: Event) -> None:
    """Raises what nothing else here survives."""
    raise SystemExit(3)


def meddling(_seq: int, event: Event) -> None:
    """Changes all it can reach."""
    arguments: Any = event.tool_args
    arguments.clear()
    object.__setattr__(event, "result_status", "SUCCESS")


def test_hook_is_told_of_every_event_in_order() -> None:
    """A hook hears of intents, outcomes and stopped calls as the audit numbers them."""
    listener = Listener()
    governed = Governed(total, hooks=[listener])
    governed.call("total", {"numbers": [1, 2]})
    governed.call("total", {})
    governed.call("nothing_like_it")
    governed.executor.close()
    assert listener.told == [
        (1, "intent", None),
        (2, "outcome", "SUCCESS"),
        (3, "stopped", "INVALID_ARGUMENTS"),
        (4, "stopped", "UNKNOWN_TOOL"),
    ]


@pytest.mark.parametrize("hook", [raising, meddling])
def test_failure_of_a_hook_changes_nothing(hook: hooks.Hook) -> None:
    """Results and records are those of an executor without hooks, and later hooks still hear everything."""
    listener = Listener()
    plain, hooked = Governed(total), Governed(total, hooks=[hook, listener])
    calls = [ToolCall("1", "total", {"numbers": [1, 2]}), ToolCall("2", "total", {"numbers": "x"})]
    expected, got = plain.call_many(calls), hooked.call_many(calls)
    hooked.executor.close()
    assert [(one.status, one.content, one.structured) for one in got] == [
        (one.status, one.content, one.structured) for one in expected
    ]
    assert hooked.events() == plain.events()
    assert verify(hooked.log.records(TENANT), TENANT)[1] is None
    assert len(listener.told) == 3


def test_arguments_that_a_hook_keeps_are_a_copy() -> None:
    """What a hook does to nested arguments reaches neither the handler nor the audit."""
    given: dict[str, object] = {"numbers": [1, 2]}
    heard = threading.Event()

    def grow(_seq: int, event: Event) -> None:
        numbers: Any = event.tool_args["numbers"]
        numbers.append(99)
        heard.set()

    @tool(safety_level="safe")
    def patient(numbers: list[int]) -> int:
        """Adds once the hook has meddled."""
        assert heard.wait(5)
        return sum(numbers)

    governed = Governed(patient, hooks=[grow])
    assert governed.call("patient", given).structured == 3
    assert given == {"numbers": [1, 2]}
    assert {str(event["tool_args"]) for event in governed.events()} == {"{'numbers': [1, 2]}"}


def test_hook_that_hangs_delays_no_call(monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> None:
    """Calls go on while a hook hangs; close gives it up, and the log says what was not told."""
    monkeypatch.setattr(hooks, "PATIENCE", 0.05)
    monkeypatch.setattr(hooks, "WAITING", 4)
    hangs, release = threading.Event(), threading.Event()

    def hang(_seq: int, _event: Event) -> None:
        hangs.set()
        release.wait(10)

    governed = Governed(total, hooks=[hang])
    results = [governed.call("total", {"numbers": [0]}, CallContext(ADMIN))]
    assert hangs.wait(10)
    results += [governed.call("total", {"numbers": [n]}, CallContext(ADMIN)) for n in range(1, 8)]
    assert [result.status for result in results] == [Status.SUCCESS] * 8
    governed.executor.close()
    assert "too slow: 4 events wait" in caplog.text
    assert "hooks were given up: 15 events were not told" in caplog.text, "16 events, of which one was being told"
    release.set()
