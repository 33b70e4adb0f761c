"""An event loop on which no time passes until a test says so: a time-out comes when it is meant to, on any machine."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    import threading
    from collections.abc import Coroutine

_T = TypeVar("_T")


class StoppedTime(asyncio.SelectorEventLoop):
    """Its clock stands still until ``run_after``. What waits for sockets and threads goes on as ever."""

    def __init__(self) -> None:
        self._now = 1_000.0
        super().__init__()

    def time(self) -> float:
        """The seconds that have passed here."""
        return self._now

    def let_pass(self, seconds: float) -> None:
        """Have so many seconds be over."""
        self._now += seconds

    async def run_after(self, event: threading.Event, seconds: float) -> None:
        """Once the event has happened, let so many seconds pass with each turn of the loop, until cancelled."""
        await asyncio.to_thread(event.wait)
        while True:
            self.let_pass(seconds)
            await asyncio.sleep(0)


def run_past(seconds: float, event: threading.Event, work: Coroutine[Any, Any, _T]) -> _T:
    """What the coroutine returns. No time passes before the event, which has to come; then so many ``seconds``, over
    and over.
    """

    async def both(loop: StoppedTime) -> _T:
        passing = loop.create_task(loop.run_after(event, seconds))
        try:
            return await work
        finally:
            passing.cancel()

    with asyncio.Runner(loop_factory=StoppedTime) as runner:
        loop = runner.get_loop()
        assert isinstance(loop, StoppedTime)
        return runner.run(both(loop))
