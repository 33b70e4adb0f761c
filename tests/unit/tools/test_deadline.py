"""Tests of casewright.tools.deadline."""

from __future__ import annotations

import asyncio

import pytest

from casewright.tools.deadline import Expired, within


async def _steps(count: int, seen: list[int]) -> int:
    for number in range(count):
        seen.append(number)
        await asyncio.sleep(0)
    return count


@pytest.mark.parametrize("count", [0, 1, 5])
def test_result_comes_back_however_often_it_waited(count: int) -> None:
    """A coroutine that never waits, and one that waits several times, give what they return."""
    seen: list[int] = []
    assert asyncio.run(within(5, _steps(count, seen))) == count
    assert seen == list(range(count))


def test_what_is_waited_for_comes_in() -> None:
    """The value of a future reaches the coroutine, and so does its exception."""

    async def both() -> list[object]:
        loop = asyncio.get_running_loop()
        good: asyncio.Future[int] = loop.create_future()
        bad: asyncio.Future[int] = loop.create_future()
        loop.call_soon(good.set_result, 7)
        loop.call_soon(bad.set_exception, ValueError("no"))
        found: list[object] = [await good]
        try:
            await bad
        except ValueError as error:
            found.append(str(error))
        return found

    assert asyncio.run(within(5, both())) == [7, "no"]


@pytest.mark.parametrize("waits", [False, True])
def test_what_it_raises_goes_through(waits: bool) -> None:
    """An exception before and after the first wait is the coroutine's own, a TimeoutError too."""

    async def fails() -> None:
        if waits:
            await asyncio.sleep(0)
        raise TimeoutError("mine")

    with pytest.raises(TimeoutError, match="mine"):
        asyncio.run(within(5, fails()))


def test_time_that_is_over_cancels_it() -> None:
    """Past the time the coroutine is cancelled, may clean up, and Expired is raised."""
    cleaned: list[str] = []

    async def forever() -> None:
        try:
            await asyncio.Event().wait()
        finally:
            await asyncio.sleep(0)
            cleaned.append("yes")

    with pytest.raises(Expired):
        asyncio.run(within(0.01, forever()))
    assert cleaned == ["yes"]


def test_cancellation_from_outside_is_not_a_timeout() -> None:
    """Cancelling the task cancels the coroutine and reaches whoever cancelled."""
    began = asyncio.Event()

    async def forever() -> None:
        began.set()
        await asyncio.Event().wait()

    async def cancel() -> None:
        task = asyncio.create_task(within(5, forever()))
        await began.wait()
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task

    asyncio.run(cancel())


def test_coroutine_may_use_timeouts_and_tasks_of_its_own() -> None:
    """What runs inside is in the caller's task: its own timeouts and groups work."""

    async def inner() -> str:
        async with asyncio.TaskGroup() as group:
            task = group.create_task(asyncio.sleep(0, "one"))
        try:
            async with asyncio.timeout(0.01):
                await asyncio.Event().wait()
        except TimeoutError:
            return f"{task.result()}, own timeout"
        return "no"

    assert asyncio.run(within(5, inner())) == "one, own timeout"
