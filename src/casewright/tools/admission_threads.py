"""Where the gates are asked when their questions go to a database: in threads, so that the event loop goes on."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from contextvars import copy_context
from functools import partial
from time import perf_counter
from typing import TYPE_CHECKING, TypeVar

from casewright.tools.brief_work import BriefWork, nothing_shared
from casewright.tools.ready_thread import ReadyThread
from casewright.tools.threads import BRIEF

if TYPE_CHECKING:
    from collections.abc import Callable

    from casewright.tools.brief_work import Sharing
    from casewright.tools.ready_thread import Work

_T = TypeVar("_T")


class AdmissionThreads:
    """Threads of their own: handlers that take long keep nobody from being heard, or refused.

    ``sharing`` is what questions that are asked one after the other share, such as a transaction.
    """

    def __init__(self, count: int, sharing: Sharing = nothing_shared) -> None:
        self._work = BriefWork(count, "casewright-admission", sharing)
        self._ready = ReadyThread()
        self._lasted = 0.0
        self._closed = False

    def close(self) -> None:
        """Wait for what still runs, and let the threads go. Who comes after that is heard on the loop's own."""
        self._closed = True
        self._ready.close()
        self._work.close()

    async def run(self, function: Callable[[], _T], unwanted: Callable[[_T], object] = lambda _: None) -> _T:
        """What the function returns, run with the caller's context; ``unwanted`` gets it where the caller is gone.

        Where it took next to nothing the last time, the loop's own thread waits for it that long: to be woken would
        take longer.
        """
        if self._closed:
            return function()
        timed = partial(self._timed, function)
        work = self._ready.take(partial(copy_context().run, timed)) if self._lasted < BRIEF else None
        if work is None:
            return await self._work.run(timed, unwanted)
        try:
            return work.result(BRIEF)
        except TimeoutError:
            self._lasted = BRIEF
        loop = asyncio.get_running_loop()
        woken = loop.create_future()
        work.add_done_callback(lambda _: _wake(loop, woken))
        try:
            await woken
        except asyncio.CancelledError:
            work.add_done_callback(lambda ended: _let_go(ended, unwanted))
            raise
        return work.result()

    def _timed(self, function: Callable[[], _T]) -> _T:
        started = perf_counter()
        try:
            return function()
        finally:
            self._lasted = perf_counter() - started


def _let_go(ended: Work[_T], unwanted: Callable[[_T], object]) -> None:
    try:
        result = ended.result()
    except BaseException:  # noqa: BLE001 (nobody is there who could hear of it)
        return
    unwanted(result)


def _wake(loop: asyncio.AbstractEventLoop, woken: asyncio.Future[None]) -> None:
    def wake() -> None:
        if not woken.done():
            woken.set_result(None)

    # Whoever waited may be gone, and their loop with them.
    with suppress(RuntimeError):
        loop.call_soon_threadsafe(wake)
