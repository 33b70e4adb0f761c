"""What the executor makes of a handler: what it returns or raises, and how long it takes."""

from __future__ import annotations

import asyncio
import threading
from typing import TYPE_CHECKING, Any

import pytest
from pydantic import BaseModel

from casewright.errors import InvalidInput, NotFound
from casewright.tools.calls import CallContext, Failure, Status, ToolCall
from casewright.tools.cancellation import stop_if_cancelled
from casewright.tools.definition import Tool, define_tool, tool
from tests.fakes.governed import ADMIN, Governed
from tests.fakes.plain_tools import add, greet

if TYPE_CHECKING:
    from collections.abc import Mapping


def failing(error: BaseException) -> Tool:
    """A tool whose handler raises ``error``."""

    def handler(_arguments: Mapping[str, Any]) -> object:
        raise error

    return define_tool("failing", "Fails.", [], handler=handler)


def returning(value: object, **settings: Any) -> Tool:
    """A tool whose handler returns ``value``."""
    return define_tool("returning", "Returns.", [], handler=lambda _arguments: value, **settings)


def test_async_tool_gets_its_context() -> None:
    """An async function runs on the loop and a parameter annotated CallContext is filled in."""
    assert Governed(greet).call("greet", {"name": "Bo"}).content == "ada greets Bo"


RAISED: dict[str, tuple[BaseException, str, str]] = {
    "own, word for word": (NotFound("Claim 7 not found"), "Tool error: Claim 7 not found", "NotFound"),
    "foreign, by class": (
        ValueError("/etc/secret: password is 123"),
        "Tool error: ValueError inside the tool; the log of this process says more",
        "ToolFailed",
    ),
    "exit": (SystemExit(3), "Tool error: SystemExit inside the tool", "ToolFailed"),
    "interrupt": (KeyboardInterrupt(), "Tool error: KeyboardInterrupt inside the tool", "ToolFailed"),
}


@pytest.mark.requirement("tool-foreign-errors")
@pytest.mark.parametrize("case", RAISED)
@pytest.mark.parametrize("kind", ["sync", "async"])
def test_what_a_handler_raises_is_a_result(case: str, kind: str) -> None:
    """Whatever a handler raises becomes a result; only our own messages reach the model."""
    error, text, error_kind = RAISED[case]
    sync = failing(error)

    @tool(safety_level="safe", name="failing")
    async def asynchronous() -> None:
        """Fails."""
        raise error

    governed = Governed(sync if kind == "sync" else asynchronous)
    result = governed.call("failing")
    assert (result.status, result.metadata.error_kind) == (Status.ERROR, error_kind)
    assert result.content.startswith(text)
    assert "123" not in repr(governed.events())


RETURNED: dict[str, tuple[object, Status, str]] = {
    "text": ("as it is", Status.SUCCESS, "as it is"),
    "nothing": (None, Status.SUCCESS, "nil"),
    "mapping": ({"a": [1, 2.5, None]}, Status.SUCCESS, '{"a":[1,2.5,null]}'),
    "result and no error": (({"a": 1}, None), Status.SUCCESS, '{"a":1}'),
    "result and error": ((None, "it broke"), Status.ERROR, "Tool error: it broke"),
    "failure": (Failure("bad", {"error": "bad"}, InvalidInput), Status.ERROR, '{"error":"bad"}'),
    "generator": ((n for n in range(3)), Status.ERROR, "Tool error: tool 'returning' returned a generator"),
    "object": (object(), Status.ERROR, "Tool error: the result is no data"),
}


@pytest.mark.requirement("tool-formatting")
@pytest.mark.parametrize("case", RETURNED)
def test_what_a_handler_returns(case: str) -> None:
    """A string stays, None reads nil, everything else is compact JSON; what is no data is an error."""
    value, status, text = RETURNED[case]
    result = Governed(returning(value)).call("returning")
    assert result.status is status
    assert result.content.startswith(text)


@pytest.mark.requirement("tool-formatting")
def test_long_text_is_cut_with_a_notice() -> None:
    """Text over 100,000 characters is cut for the model, and says how much is missing."""
    result = Governed(returning("x" * 100_123)).call("returning")
    assert result.content.endswith("[... 123 more characters cut; ask for less at once ...]")
    assert result.structured == "x" * 100_123


class Promise(BaseModel):
    """What a tool promises to return."""

    total: int


@pytest.mark.requirement("tool-output-schema")
def test_result_that_breaks_its_schema_is_an_error() -> None:
    """A result that does not fit the promised output schema is an error that names the place."""

    @tool(safety_level="safe", output=Promise)
    def broken() -> dict[str, str]:
        """Breaks its promise."""
        return {"total": "many"}

    result = Governed(broken).call("broken")
    assert (result.status, result.content) == (
        Status.ERROR,
        "Tool error: tool 'broken' broke its output schema at total",
    )


def blocking_tool(began: threading.Event, release: threading.Event, safety_level: str, seen: list[str]) -> Tool:
    """A sync tool that blocks until it is let go, then does what it came for unless it was given up."""

    @tool(safety_level=safety_level)
    def block() -> str:
        """Blocks."""
        began.set()
        release.wait()
        try:
            stop_if_cancelled()
        finally:
            seen.append("ended")
        return "done"

    return block


@pytest.mark.requirement("tool-timeout")
@pytest.mark.parametrize("safety_level", ["safe", "cautious"])
def test_timeout_is_honest(safety_level: str) -> None:
    """A sync tool past its timeout is let go; the result says so, and its late outcome is recorded when it comes."""
    began, release, seen = threading.Event(), threading.Event(), list[str]()
    governed = Governed(blocking_tool(began, release, safety_level, seen))
    result = governed.time_out(began, "block")
    assert result.status is Status.TIMEOUT
    assert ("it may still have taken effect" in result.content) == (safety_level == "cautious")
    assert governed.trail() == [("intent", None), ("outcome", "TIMEOUT")]
    release.set()
    governed.executor.close()
    assert seen == ["ended"]
    assert governed.trail()[-1] == ("late", "ERROR")
    assert "given up before it ended" in governed.events()[-1]["reason"]


def test_async_timeout() -> None:
    """An async tool past its timeout is cancelled and reported as timed out."""

    @tool(safety_level="safe", timeout=0.02)
    async def forever() -> None:
        """Never ends."""
        await asyncio.Event().wait()

    result = Governed(forever).call("forever")
    assert (result.status, result.content) == (Status.TIMEOUT, "Tool timed out after 0.02 s")


def test_own_timeout_error_is_an_error() -> None:
    """A TimeoutError that an async handler raises itself is its error, not our timeout."""

    @tool(safety_level="safe")
    async def impatient() -> None:
        """Raises."""
        raise TimeoutError

    assert Governed(impatient).call("impatient").status is Status.ERROR


@pytest.mark.requirement("tool-cancellation")
def test_cancellation_propagates_and_is_recorded() -> None:
    """Cancelling a call cancels an async handler, reaches the caller, and leaves a late event."""
    started = asyncio.Event()

    @tool(safety_level="safe")
    async def forever() -> None:
        """Never ends."""
        started.set()
        await asyncio.Event().wait()

    governed = Governed(forever)

    async def cancel() -> None:
        task = asyncio.create_task(governed.executor.execute(ToolCall("1", "forever"), CallContext(ADMIN)))
        await started.wait()
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task

    asyncio.run(cancel())
    assert governed.trail() == [("intent", None), ("late", "ERROR")]


def test_handler_that_cancels_itself_is_an_error() -> None:
    """A CancelledError that nobody asked for is the handler's failure, not the caller's cancellation."""

    @tool(safety_level="safe")
    async def quits() -> None:
        """Quits."""
        raise asyncio.CancelledError

    result = Governed(quits).call("quits")
    assert (result.status, result.content) == (Status.ERROR, "Tool error: tool 'quits' cancelled itself")


def test_handler_may_call_the_executor() -> None:
    """A tool that calls another through the executor works, and both calls are recorded."""
    box: list[Governed] = []

    @tool(safety_level="safe")
    async def outer(context: CallContext) -> object:
        """Calls add."""
        inner = await box[0].executor.execute(ToolCall("2", "add", {"left": 4}), context)
        return inner.structured

    box.append(Governed(add, outer))
    assert box[0].call("outer").structured == 5
    assert [event["tool_name"] for event in box[0].events()] == ["outer", "add", "add", "outer"]
