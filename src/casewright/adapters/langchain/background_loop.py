"""An event loop in a thread of its own: for callers that cannot await."""

from __future__ import annotations

import asyncio
import threading
import weakref
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Coroutine

T = TypeVar("T")


class BackgroundLoop:
    """Runs coroutines to their end for any thread. The loop starts at the first, and ends with this object."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._loop: asyncio.AbstractEventLoop | None = None

    def run(self, work: Coroutine[object, object, T]) -> T:
        """What the coroutine returns; it runs with the caller's context variables. Raises what it raises.

        Where the caller is interrupted, the coroutine is cancelled.
        """
        future = asyncio.run_coroutine_threadsafe(work, self._started())
        try:
            return future.result()
        except BaseException:
            future.cancel()
            raise

    def _started(self) -> asyncio.AbstractEventLoop:
        with self._lock:
            if self._loop is None:
                self._loop = asyncio.new_event_loop()
                # A daemon: an executor that is closed has waited for its calls, and nothing else runs here.
                thread = threading.Thread(target=_serve, args=(self._loop,), name="casewright-langchain", daemon=True)
                thread.start()
                weakref.finalize(self, self._loop.call_soon_threadsafe, self._loop.stop)
            return self._loop


def _serve(loop: asyncio.AbstractEventLoop) -> None:
    try:
        loop.run_forever()
    finally:
        loop.close()
