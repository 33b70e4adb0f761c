"""What a run tells whoever watches it: the text as it comes, and each step. Nothing depends on it."""

from __future__ import annotations

import logging
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator


@dataclass(frozen=True, slots=True)
class Said:
    """One thing that happened: a piece of ``text``, a ``call`` that begins, its ``result``, or a ``pause``."""

    kind: Literal["text", "call", "result", "pause"]
    text: str
    step: int = 0


Listener: TypeAlias = "Callable[[Said], None]"
_log = logging.getLogger("casewright.agents")
_listener: ContextVar[Listener | None] = ContextVar("casewright_listener", default=None)


def tell(kind: Literal["text", "call", "result", "pause"], text: str, step: int = 0) -> None:
    """Tell the listener of this context, where there is one."""
    listener = _listener.get()
    if listener is None:
        return
    try:
        listener(Said(kind, text, step))
    except Exception as error:  # noqa: BLE001 (who watches has no say in what is watched)
        _log.debug("a listener failed", exc_info=error)


@contextmanager
def heard_by(listener: Listener | None) -> Iterator[None]:
    """Within the block, ``listener`` hears of every run."""
    token = _listener.set(listener)
    try:
        yield
    finally:
        _listener.reset(token)
