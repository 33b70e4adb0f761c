"""Those who wait on a loop are woken once for several, each with what came of theirs."""

from __future__ import annotations

import asyncio
from concurrent.futures import Future
from typing import TYPE_CHECKING, TypeVarTuple

import pytest

from casewright.tools.waking import Waking

if TYPE_CHECKING:
    from collections.abc import Callable
    from contextvars import Context

_Arguments = TypeVarTuple("_Arguments")


class CountedLoop(asyncio.SelectorEventLoop):
    """Counts how often another thread woke it."""

    woken = 0

    def call_soon_threadsafe(
        self, callback: Callable[[*_Arguments], object], *args: *_Arguments, context: Context | None = None
    ) -> asyncio.Handle:
        """As every loop does."""
        self.woken += 1
        return super().call_soon_threadsafe(callback, *args, context=context)


def test_many_are_woken_at_once() -> None:
    """A hundred results that come while the loop is busy wake it once; what failed is raised where it is waited for."""
    ended: list[Future[int]] = [Future() for _ in range(100)]
    waking, loop = Waking(), CountedLoop()

    async def wait() -> list[int | BaseException]:
        waiting = [asyncio.create_task(waking.result_of(one)) for one in ended]
        await asyncio.sleep(0)
        for number, one in enumerate(ended):
            if number == 7:
                one.set_exception(ValueError(number))
            else:
                one.set_result(number)
        return await asyncio.gather(*waiting, return_exceptions=True)

    found = loop.run_until_complete(wait())
    loop.close()
    assert isinstance(found.pop(7), ValueError)
    assert found == [number for number in range(100) if number != 7]
    assert loop.woken == 1


def test_who_is_gone_is_in_nobodys_way() -> None:
    """One who gave up, and one whose loop is closed, keep nobody else from being woken; later ones are woken again."""
    waking, gone = Waking(), asyncio.new_event_loop()
    left: Future[int] = Future()
    waking_of_gone = gone.create_future()
    gone.close()
    waking.wake(gone, waking_of_gone)

    async def wait() -> None:
        for number in range(3):
            one: Future[int] = Future()
            given_up = asyncio.create_task(waking.result_of(left))
            waiting = asyncio.create_task(waking.result_of(one))
            await asyncio.sleep(0)
            given_up.cancel()
            one.set_result(number)
            assert await waiting == number
            with pytest.raises(asyncio.CancelledError):
                await given_up
        left.set_result(0)

    asyncio.run(wait())
