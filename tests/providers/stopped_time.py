"""An event loop on which no time passes until a test says so: a time-out comes when it is meant to, on any machine."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import threading


class StoppedTime(asyncio.SelectorEventLoop):
    """Its clock stands still until ``run_after``. What waits for sockets and threads goes on as ever."""

    def __init__(self) -> None:
        self._now = 1_000.0
        super().__init__()

    def time(self) -> float:
        """The seconds that have passed here."""
        return self._now

    async def run_after(self, event: threading.Event, seconds: float) -> None:
        """Once the event has happened, let so many seconds pass with each turn of the loop, until cancelled."""
        await asyncio.to_thread(event.wait)
        while True:
            self._now += seconds
            await asyncio.sleep(0)
