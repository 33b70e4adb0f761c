"""How a handler that takes long tells how far it is. Where nobody asks, it costs nothing."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import contextmanager
from contextvars import ContextVar
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Iterator

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
