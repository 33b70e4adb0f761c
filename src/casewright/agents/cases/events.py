"""What a case's turn tells whoever watches it. Nothing depends on it."""

from __future__ import annotations

import logging
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

Kind: TypeAlias = Literal["state", "call", "result", "sent", "received"]
"""A state of the graph begins; a call begins; it ends; a mind is given something; it said something."""
ASKED = "[asked]\n"
"""Before each text that a model is asked; the last one in what was ``sent`` is the new one."""


@dataclass(frozen=True, slots=True)
class CaseHeard:
    """One thing that happened. ``who`` is the state, the tool or the mind; a mind's words hold placeholders only."""

    kind: Kind
    who: str
    text: str = ""


Listener: TypeAlias = "Callable[[CaseHeard], None]"
_log = logging.getLogger("casewright.agents")
_listener: ContextVar[Listener | None] = ContextVar("casewright_case_listener", default=None)


def tell(kind: Kind, who: str, text: str = "") -> None:
    """Tell the listener of this context, where there is one."""
    listener = _listener.get()
    if listener is None:
        return
    try:
        listener(CaseHeard(kind, who, text))
    except Exception as error:  # noqa: BLE001 (who watches has no say in what is watched)
        _log.debug("a listener failed", exc_info=error)


def listening() -> bool:
    """Whether anybody listens: what is costly to put into words is put so only then."""
    return _listener.get() is not None


@contextmanager
def case_heard_by(listener: Listener | None) -> Iterator[None]:
    """Within the block, ``listener`` hears of every turn."""
    token = _listener.set(listener)
    try:
        yield
    finally:
        _listener.reset(token)
