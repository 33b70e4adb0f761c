"""Sync handlers run in one bounded pool of threads; a thread that is given up still tells what became of it."""

from __future__ import annotations

import asyncio
import logging
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from contextvars import copy_context
from functools import partial
from time import perf_counter
from typing import TYPE_CHECKING, TypeAlias, TypeVar

from casewright.errors import CasewrightError
from casewright.tools import outcomes
from casewright.tools.call_events import CallEvents, current_call_events
from casewright.tools.cancellation import Cancellation, current
from casewright.tools.effects import Effect, current_effect
from casewright.tools.ready_thread import ReadyThread

if TYPE_CHECKING:
    from collections.abc import Callable

    from casewright.tools.admission import Admitted
    from casewright.tools.outcomes import Outcome
    from casewright.tools.ready_thread import Work

    Late: TypeAlias = Callable[[Outcome | None], None]

_log = logging.getLogger("casewright.executor")
_T = TypeVar("_T")

BRIEF = 0.0003
"""Seconds that the loop's own thread waits for a tool whose last run took less than that.

To be woken through the loop costs about as much again as the whole governed call (docs/performance.md).
"""


class HandlerThreads:
    """The pool. A handler that is given up learns it by ``stop_if_cancelled``; nobody can stop it from outside."""

    def __init__(self, count: int) -> None:
        self._pool = ThreadPoolExecutor(count, thread_name_prefix="casewright-tool")
        self._ready = ReadyThread()
        self._lasted: dict[str, float] = {}

    def close(self) -> None:
        """Wait for handlers that still run, and let their threads go."""
        self._ready.close()
        self._pool.shutdown()

    async def blocking(self, function: Callable[..., _T], *arguments: object) -> _T:
        """What the function returns, run in a thread of the pool, with the caller's context."""
        work = partial(copy_context().run, function, *arguments)
        return await asyncio.get_running_loop().run_in_executor(self._pool, work)

    async def run(
        self, admitted: Admitted, effect: Effect | None, events: CallEvents | None, seconds: float, late: Late
    ) -> Outcome | None:
        """The outcome of the handler; None where it took longer than ``seconds``.

        Then, and where the caller is cancelled, ``late`` is told what became of it when it ends, in whatever thread:
        the outcome, or None where the handler never began.
        """
        cancellation = Cancellation()
        name = admitted.tool.name
        # With the caller's context, so that what the handler asks of others belongs to the same trace.
        work = partial(copy_context().run, self._work, admitted, cancellation, effect, events)
        brief = self._lasted.get(name, BRIEF) < BRIEF <= seconds
        thread = (self._ready.take(work) if brief else None) or self._pool.submit(work)
        if brief:
            try:
                return thread.result(BRIEF)
            except TimeoutError:
                self._lasted[name] = BRIEF
        loop = asyncio.get_running_loop()
        woken = loop.create_future()
        thread.add_done_callback(lambda _: _wake_from_thread(loop, woken))
        timer = loop.call_later(seconds, _wake, woken)
        try:
            await woken
        except asyncio.CancelledError:
            _give_up(thread, cancellation, late)
            raise
        finally:
            timer.cancel()
        if thread.done():
            return thread.result()
        _give_up(thread, cancellation, late)
        return None

    def _work(
        self, admitted: Admitted, cancellation: Cancellation, effect: Effect | None, events: CallEvents | None
    ) -> Outcome:
        """Run a sync handler in this thread, and in a context of its own, down to its outcome."""
        current.set(cancellation)
        current_effect.set(effect)
        current_call_events.set(events)
        started = perf_counter()
        try:
            outcome = _handled(admitted)
            if effect is not None:
                effect.end(outcome)
        except CasewrightError as error:
            return outcomes.of_error(error)
        else:
            return outcome
        finally:
            self._lasted[admitted.tool.name] = perf_counter() - started


def _handled(admitted: Admitted) -> Outcome:
    """The outcome of the handler's run, whatever it returns or raises."""
    try:
        value = admitted.tool.handler(admitted.arguments, admitted.context)
    except BaseException as error:  # noqa: BLE001 (whatever a handler raises is a result)
        _log.debug("tool %s failed", admitted.tool.name, exc_info=None if admitted.confidential else error)
        return outcomes.of_error(error)
    return outcomes.of_value(admitted.tool, value)


def _give_up(thread: Future[Outcome] | Work[Outcome], cancellation: Cancellation, late: Late) -> None:
    cancellation.request()
    thread.cancel()
    thread.add_done_callback(lambda ended: late(None if ended.cancelled() else ended.result()))


def _wake(woken: asyncio.Future[None]) -> None:
    if not woken.done():
        woken.set_result(None)


def _wake_from_thread(loop: asyncio.AbstractEventLoop, woken: asyncio.Future[None]) -> None:
    # Whoever waited may be gone, and their loop with them.
    with suppress(RuntimeError):
        loop.call_soon_threadsafe(_wake, woken)
