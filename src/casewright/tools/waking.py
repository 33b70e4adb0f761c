"""Wakes those who wait on an event loop for what a thread does: once for several, each time costs a system call."""

from __future__ import annotations

import asyncio
from threading import Lock
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from concurrent.futures import Future

T = TypeVar("T")


class Waking:
    """Those who wait, by their loops, until their loop comes to them."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._woken: dict[asyncio.AbstractEventLoop, list[asyncio.Future[None]]] = {}

    async def result_of(self, ended: Future[T]) -> T:
        """What the future gives, waited for on the running loop. Raises what it raises."""
        loop = asyncio.get_running_loop()
        waiting: asyncio.Future[None] = loop.create_future()
        ended.add_done_callback(lambda _: self.wake(loop, waiting))
        await waiting
        return ended.result()

    def wake(self, loop: asyncio.AbstractEventLoop, waiting: asyncio.Future[None]) -> None:
        """Have whoever awaits ``waiting`` on the loop go on; from any thread."""
        with self._lock:
            woken = self._woken.setdefault(loop, [])
            woken.append(waiting)
            if len(woken) > 1:
                return  # the loop is on its way
        try:
            loop.call_soon_threadsafe(self._go_on, loop)
        except RuntimeError:
            # Whoever waited is gone, and their loop with them.
            with self._lock:
                self._woken.pop(loop, None)

    def _go_on(self, loop: asyncio.AbstractEventLoop) -> None:
        with self._lock:
            woken = self._woken.pop(loop, [])
        for waiting in woken:
            if not waiting.done():
                waiting.set_result(None)
