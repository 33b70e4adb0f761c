"""How a handler that runs in a thread learns that nobody waits for it any more.

A thread cannot be stopped from outside. A handler that takes long asks between its steps, above all before it
makes anything last.
"""

from __future__ import annotations

from contextvars import ContextVar

from casewright.errors import ToolFailed


class Cancellation:
    """Whether the call was given up: cancelled, or past its timeout."""

    __slots__ = ("requested",)

    def __init__(self) -> None:
        self.requested = False


current: ContextVar[Cancellation | None] = ContextVar("casewright_cancellation", default=None)
"""The cancellation of the call that this thread is working on."""


def stop_if_cancelled() -> None:
    """Raise ``ToolFailed`` where the call that is being worked on was given up. Outside a call, nothing happens."""
    cancellation = current.get()
    if cancellation is not None and cancellation.requested:
        raise ToolFailed("the call was given up before it ended; nothing was changed")
