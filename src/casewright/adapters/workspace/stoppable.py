"""Work that ends when its call is given up, at the next step of Python; a library's own loop ends when it returns."""

from __future__ import annotations

import ctypes
from contextlib import contextmanager
from threading import get_ident
from typing import TYPE_CHECKING

from casewright.errors import ToolFailed
from casewright.tools.cancellation import ended_by

if TYPE_CHECKING:
    from collections.abc import Iterator


class GivenUp(BaseException):
    """Raised in the thread of a call that nobody waits for any more."""


@contextmanager
def stoppable() -> Iterator[None]:
    """Within the block, code of others ends where the call is given up. Raises ``ToolFailed`` then."""
    thread = get_ident()
    try:
        with ended_by(lambda: _raise_in(thread, GivenUp)):
            yield
    except GivenUp:
        raise ToolFailed("the call was given up before it ended") from None
    finally:
        _raise_in(thread, None)  # one that has not arrived yet would strike whatever runs next


def _raise_in(thread: int, kind: type[BaseException] | None) -> None:
    raised = None if kind is None else ctypes.py_object(kind)
    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), raised)
