"""How a handler that runs in a thread learns that nobody waits for it any more.

A thread cannot be stopped from outside. A handler that takes long asks between its steps, above all before it
makes anything last; one that waits for something that can be ended says how.
"""

from __future__ import annotations

from contextlib import contextmanager
from contextvars import ContextVar
from threading import Lock
from typing import TYPE_CHECKING

from casewright.errors import ToolFailed

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator


class Cancellation:
    """Whether the call was given up: cancelled, or past its timeout."""

    __slots__ = ("_lock", "_stop", "requested")

    def __init__(self) -> None:
        self.requested = False
        self._lock = Lock()
        self._stop: Callable[[], None] | None = None

    def request(self) -> None:
        """Give the call up, and end what it waits for."""
        with self._lock:
            self.requested = True
            if self._stop is not None:
                self._stop()

    def wait_for(self, stop: Callable[[], None] | None) -> None:
        """From now on the call waits for what ``stop`` ends, or for nothing such."""
        with self._lock:
            self._stop = stop
            if stop is not None and self.requested:
                stop()


current: ContextVar[Cancellation | None] = ContextVar("casewright_cancellation", default=None)
"""The cancellation of the call that this thread is working on."""


@contextmanager
def ended_by(stop: Callable[[], None]) -> Iterator[None]:
    """Within the block, ``stop`` is called where the call that is being worked on is given up, from another thread."""
    cancellation = current.get()
    if cancellation is None:
        yield
        return
    cancellation.wait_for(stop)
    try:
        yield
    finally:
        cancellation.wait_for(None)


def stop_if_cancelled() -> None:
    """Raise ``ToolFailed`` where the call that is being worked on was given up. Outside a call, nothing happens."""
    cancellation = current.get()
    if cancellation is not None and cancellation.requested:
        raise ToolFailed("the call was given up before it ended; nothing was changed")
