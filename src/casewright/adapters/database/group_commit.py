"""Many callers' events, written together by one thread: as many commits as the disk makes, not as there are events."""

from __future__ import annotations

import threading
from collections import deque
from concurrent.futures import Future
from typing import TYPE_CHECKING

from casewright.errors import Unavailable

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from casewright.audit.events import Event

    Commit = Callable[[Sequence[Event]], Sequence[int | Unavailable]]

CAPACITY = 10_000
"""Events that may wait before ``submit`` blocks."""
BATCH = 2_000
"""Events in one transaction at most, so that none grows without bound."""


class GroupCommit:
    """Hands waiting events to ``commit`` in order, all that wait at once.

    ``commit`` stores the events in one transaction and gives, for each, its sequence number or why that one event
    cannot be stored; where it raises, none was stored and every one of its futures raises ``Unavailable``. The thread
    starts with the first event and does not keep the process alive.
    """

    def __init__(self, commit: Commit, *, capacity: int = CAPACITY, batch: int = BATCH) -> None:
        self._commit = commit
        self._capacity = capacity
        self._batch = batch
        self._waiting: deque[tuple[Event, Future[int]]] = deque()
        lock = threading.Lock()
        self._room = threading.Condition(lock)
        self._work = threading.Condition(lock)
        self._thread: threading.Thread | None = None
        self._closed = False

    def submit(self, event: Event) -> Future[int]:
        """Queue the event, waiting while the queue is full. Raises ``Unavailable`` after ``close``."""
        future: Future[int] = Future()
        # An event that was taken is written: whoever stops waiting for it cannot take it back.
        future.set_running_or_notify_cancel()
        with self._room:
            while len(self._waiting) >= self._capacity and not self._closed:
                self._room.wait()
            if self._closed:
                raise closed()
            self._waiting.append((event, future))
            if self._thread is None:
                self._thread = threading.Thread(target=self._run, name="casewright-audit", daemon=True)
                self._thread.start()
            self._work.notify()
        return future

    def close(self) -> None:
        """Write what waits, then stop. May be called twice."""
        with self._room:
            self._closed = True
            self._room.notify_all()
            self._work.notify_all()
            thread = self._thread
        if thread is not None:
            thread.join()

    def _run(self) -> None:
        while batch := self._take():
            self._write(batch)

    def _take(self) -> list[tuple[Event, Future[int]]]:
        """What waits, oldest first; nothing once the queue is closed and empty."""
        with self._work:
            while not self._waiting and not self._closed:
                self._work.wait()
            batch = [self._waiting.popleft() for _ in range(min(len(self._waiting), self._batch))]
            self._room.notify_all()
        return batch

    def _write(self, batch: list[tuple[Event, Future[int]]]) -> None:
        try:
            answers = self._commit([event for event, _ in batch])
        # Whatever went wrong, those who wait must hear of it, and the thread must live on for later events.
        except Exception as error:  # noqa: BLE001
            answers = [_unwritten(error)] * len(batch)
        for (_, future), answer in zip(batch, answers, strict=True):
            if isinstance(answer, int):
                future.set_result(answer)
            else:
                future.set_exception(answer)


def closed() -> Unavailable:
    """Why an event was not taken."""
    return Unavailable("The audit log is closed: nothing more can be recorded.")


def _unwritten(error: Exception) -> Unavailable:
    if isinstance(error, Unavailable):
        return error
    failure = Unavailable(f"The audit log cannot be written: {error}")
    failure.__cause__ = error
    return failure
