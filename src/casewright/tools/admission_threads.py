"""Where the gates are asked when their questions go to a database: in threads, so that the event loop goes on."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from functools import partial
from time import perf_counter
from typing import TYPE_CHECKING, TypeVar

from casewright.tools.ready_thread import ReadyThread
from casewright.tools.threads import BRIEF

if TYPE_CHECKING:
    from collections.abc import Callable
    from concurrent.futures import Future

    from casewright.tools.ready_thread import Work

_T = TypeVar("_T")


class AdmissionThreads:
    """Threads of their own: handlers that take long keep nobody from being heard, or refused."""

    def __init__(self, count: int) -> None:
        self._pool = ThreadPoolExecutor(count, thread_name_prefix="casewright-admission")
        self._ready = ReadyThread()
        self._lasted = 0.0
        self._closed = False

    def close(self) -> None:
        """Wait for what still runs, and let the threads go. Who comes after that is heard on the loop's own."""
        self._closed = True
        self._ready.close()
        self._pool.shutdown()

    async def run(self, function: Callable[[], _T], unwanted: Callable[[_T], object]) -> _T:
        """What the function returns, run with the caller's context; ``unwanted`` gets it where the caller is gone.

        Where it took next to nothing the last time, the loop's own thread waits for it that long: to be woken would
        take longer.
        """
        if self._closed:
            return function()
        work = partial(copy_context().run, self._timed, function)
        brief = self._lasted < BRIEF
        thread: Future[_T] | Work[_T] | None = self._ready.take(work) if brief else None
        if thread is None:
            thread = self._pool.submit(work)
        else:
            try:
                return thread.result(BRIEF)
            except TimeoutError:
                self._lasted = BRIEF
        loop = asyncio.get_running_loop()
        woken = loop.create_future()
        thread.add_done_callback(lambda _: _wake(loop, woken))
        try:
            await woken
        except asyncio.CancelledError:
            if not thread.cancel():
                thread.add_done_callback(lambda ended: _let_go(ended, unwanted))
            raise
        return thread.result()

    def _timed(self, function: Callable[[], _T]) -> _T:
        started = perf_counter()
        try:
            return function()
        finally:
            self._lasted = perf_counter() - started


def _let_go(ended: Future[_T] | Work[_T], unwanted: Callable[[_T], object]) -> None:
    try:
        result = ended.result()
    except BaseException:  # noqa: BLE001 (nobody is there who could hear of it)
        return
    unwanted(result)


def _wake(loop: asyncio.AbstractEventLoop, woken: asyncio.Future[None]) -> None:
    def wake() -> None:
        if not woken.done():
            woken.set_result(None)

    try:
        loop.call_soon_threadsafe(wake)
    except RuntimeError:
        return  # whoever waited may be gone, and their loop with them
