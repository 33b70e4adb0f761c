"""Work that ends when its call is given up, at the next step of Python; a library's own loop ends when it returns."""

from __future__ import annotations

import ctypes
from contextlib import contextmanager
from threading import Event, get_ident
from time import monotonic
from typing import TYPE_CHECKING

from casewright.errors import ToolFailed
from casewright.tools.cancellation import ended_by

if TYPE_CHECKING:
    from collections.abc import Iterator


_PATIENCE = 1.0
"""Seconds for an exception to arrive, which takes the next step of Python."""


class GivenUp(BaseException):
    """Raised in the thread of a call that nobody waits for any more."""


@contextmanager
def stoppable() -> Iterator[None]:
    """Within the block, code of others ends where the call is given up. Raises ``ToolFailed`` then."""
    thread, struck = get_ident(), Event()

    def strike() -> None:
        struck.set()
        _raise_in(thread)

    try:
        try:
            with ended_by(strike):
                yield
        except GivenUp:
            raise
        except BaseException:
            _let_arrive(struck)
            raise
        else:
            _let_arrive(struck)
    except GivenUp:
        raise ToolFailed("the call was given up before it ended") from None


def _let_arrive(struck: Event) -> None:
    """Wait for an exception that is on its way: it would strike whatever runs next.

    It is not called back: that leaves CPython's own mark that one is on its way, and under a profiler Python 3.11
    then takes no further step.
    """
    until = monotonic() + _PATIENCE
    while struck.is_set() and monotonic() < until:
        pass


def _raise_in(thread: int) -> None:
    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), ctypes.py_object(GivenUp))
