"""Who waits in this process for a job to be added, cancelled or told of: woken at once, others look now and then."""

from __future__ import annotations

import asyncio
from contextlib import contextmanager, suppress
from threading import Lock
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from casewright.tools.ports.jobs import JobRef


class Wakes:
    """Safe to use from any thread."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._waiting: dict[JobRef, list[Callable[[], None]]] = {}
        self._workers: list[Callable[[JobRef], None]] = []

    def add_worker(self, woken: Callable[[JobRef], None]) -> None:
        """Have ``woken`` called with every job that is added, or is to be cancelled."""
        with self._lock:
            self._workers.append(woken)

    def remove_worker(self, woken: Callable[[JobRef], None]) -> None:
        """Call it no more."""
        with self._lock, suppress(ValueError):
            self._workers.remove(woken)

    def wake_workers(self, ref: JobRef) -> None:
        """There is something to do about this job."""
        with self._lock:
            workers = list(self._workers)
        for woken in workers:
            woken(ref)

    def tell(self, ref: JobRef) -> None:
        """Something was told of this job."""
        with self._lock:
            waiting = list(self._waiting.get(ref, ()))
        for wake in waiting:
            wake()

    @contextmanager
    def listening(self, ref: JobRef) -> Iterator[asyncio.Event]:
        """Within the block the event is set, in the running loop, each time that something is told of the job."""
        loop, woken = asyncio.get_running_loop(), asyncio.Event()

        def wake() -> None:
            with suppress(RuntimeError):  # whoever waited may be gone, and their loop with them
                loop.call_soon_threadsafe(woken.set)

        with self._lock:
            self._waiting.setdefault(ref, []).append(wake)
        try:
            yield woken
        finally:
            with self._lock:
                self._waiting[ref].remove(wake)
                if not self._waiting[ref]:
                    del self._waiting[ref]
