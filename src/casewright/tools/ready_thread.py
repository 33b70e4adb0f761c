"""One thread that waits for work with nothing in between: for handlers that take less time than a pool's hand-over."""

from __future__ import annotations

import threading
import weakref
from _thread import allocate_lock
from typing import TYPE_CHECKING, Any, Generic, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable

T = TypeVar("T")


class Work(Generic[T]):
    """A call of a function in another thread. Has of a ``Future`` what is asked of one here."""

    __slots__ = ("_callbacks", "_ended", "_error", "_function", "_guard", "_outcome")

    def __init__(self, function: Callable[[], T]) -> None:
        self._function = function
        self._guard = allocate_lock()
        self._ended = allocate_lock()
        self._ended.acquire()
        self._callbacks: list[Callable[[Work[T]], object]] | None = []
        self._outcome: T | None = None
        self._error: BaseException | None = None

    def run(self, before: Callable[[], object]) -> None:
        """Call the function; ``before`` anybody hears of its end, ``before`` is called."""
        try:
            self._outcome = self._function()
        except BaseException as error:  # noqa: BLE001 (it is raised where the result is asked for)
            self._error = error
        before()
        with self._guard:
            callbacks, self._callbacks = self._callbacks or [], None
        self._ended.release()
        for callback in callbacks:
            callback(self)

    def done(self) -> bool:
        """Whether the function has returned."""
        return self._callbacks is None

    def result(self, timeout: float = 0.0) -> T:
        """What the function returned. Raises what it raised, ``TimeoutError`` where it has not after ``timeout`` s."""
        if not self.done():
            if not self._ended.acquire(timeout=timeout):
                raise TimeoutError
            self._ended.release()
        if self._error is not None:
            raise self._error
        # None is a result as well where the function gives it.
        return self._outcome  # type: ignore[return-value]

    def cancel(self) -> bool:
        """Never: it was begun."""
        return False

    def cancelled(self) -> bool:
        """Never."""
        return False

    def add_done_callback(self, callback: Callable[[Work[T]], object]) -> None:
        """Call it once the function has returned, in that thread; now, where it has."""
        with self._guard:
            if self._callbacks is not None:
                self._callbacks.append(callback)
                return
        callback(self)


class ReadyThread:
    """Takes one piece of work at a time. The thread starts with the first, and ends with ``close`` or with this."""

    def __init__(self) -> None:
        self._desk = _Desk()
        self._thread: threading.Thread | None = None

    def take(self, function: Callable[[], T]) -> Work[T] | None:
        """The work, begun; None where the thread is busy."""
        desk = self._desk
        if not desk.free.acquire(blocking=False):
            return None
        if self._thread is None:
            # A daemon, because nothing else ends it where nobody closes the executor; ``close`` waits for it.
            self._thread = threading.Thread(target=desk.serve, name="casewright-tool-ready", daemon=True)
            self._thread.start()
            weakref.finalize(self, desk.end)
        work = Work(function)
        desk.work = work
        desk.begin.release()
        return work

    def close(self) -> None:
        """Wait for what still runs, and let the thread go."""
        if self._thread is not None:
            self._desk.free.acquire()
            self._desk.end()
            self._thread.join()
            self._thread = None


class _Desk:
    """What the thread knows of, so that it keeps nobody alive who forgot it."""

    def __init__(self) -> None:
        self.free = allocate_lock()
        self.begin = allocate_lock()
        self.begin.acquire()
        self.work: Work[Any] | None = None  # Any: whatever the function returns
        self._ended = False

    def serve(self) -> None:
        while True:
            self.begin.acquire()
            work, self.work = self.work, None
            if work is None:
                return
            work.run(self.free.release)
            del work  # it holds the call's arguments

    def end(self) -> None:
        if not self._ended:
            self._ended = True
            self.begin.release()
