"""What a debate tells whoever watches it. Nothing depends on it."""

from __future__ import annotations

import logging
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

Kind: TypeAlias = Literal["said", "call", "rejected", "ruling", "found", "round", "wait", "stop"]


@dataclass(frozen=True, slots=True)
class Heard:
    """One thing that happened in a round; round 0 are the blind opening positions."""

    kind: Kind
    text: str
    round_number: int


Listener: TypeAlias = "Callable[[Heard], None]"
_log = logging.getLogger("casewright.agents")
_listener: ContextVar[Listener | None] = ContextVar("casewright_debate_listener", default=None)


def tell(kind: Kind, text: str, round_number: int) -> None:
    """Tell the listener of this context, where there is one."""
    listener = _listener.get()
    if listener is None:
        return
    try:
        listener(Heard(kind, text, round_number))
    except Exception as error:  # noqa: BLE001 (who watches has no say in what is watched)
        _log.debug("a listener failed", exc_info=error)


@contextmanager
def debate_heard_by(listener: Listener | None) -> Iterator[None]:
    """Within the block, ``listener`` hears of every debate."""
    token = _listener.set(listener)
    try:
        yield
    finally:
        _listener.reset(token)
