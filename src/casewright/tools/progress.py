"""How a handler that takes long tells how far it is. Where nobody asks, it costs nothing."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import contextmanager
from contextvars import ContextVar
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Iterator
    from contextlib import AbstractContextManager

FILE = "the file is read"
PAGES = "scanned pages read"
PASSAGES = "passages made ready"
DOCUMENTS = "documents read again"
NOTES = (FILE, PAGES, PASSAGES, DOCUMENTS)
"""What is told as files are read."""
Report: TypeAlias = Callable[[int, int | None, str], None]

_asked: ContextVar[Report | None] = ContextVar("casewright_progress", default=None)


def report(done: int, total: int | None = None, note: str = "") -> None:
    """Tell that ``done`` of ``total`` is done; ``note`` says what, without a word of any document."""
    asked = _asked.get()
    if asked is not None:
        asked(done, total, note)


@contextmanager
def reporting(to: Report) -> Iterator[None]:
    """Within the block, what handlers of calls made there report goes to ``to``, from whatever thread."""
    token = _asked.set(to)
    try:
        yield
    finally:
        _asked.reset(token)


def keep_quiet() -> AbstractContextManager[None]:
    """Within the block nothing is told: what is done there is a part of what is told around it."""
    return reporting(_ignore)


def _ignore(_done: int, _total: int | None, _note: str) -> None:
    pass
