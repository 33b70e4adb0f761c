"""The bus on which an agent tells those who watch it what happens. Nothing depends on it.

Each agent has its own type of event (``events.py`` in its folder); a listener hears the events of one type.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from types import MappingProxyType
from typing import TYPE_CHECKING, TypeAlias, TypeVar

if TYPE_CHECKING:
    from collections.abc import Iterator

E = TypeVar("E")
Listener: TypeAlias = Callable[[E], None]

_log = logging.getLogger("casewright.agents")
_listeners: ContextVar[Mapping[type, Callable[..., None]]] = ContextVar(
    "casewright_listeners", default=MappingProxyType({})
)


def tell(event: object) -> None:
    """Tell the listener of this context, where there is one for events of this type."""
    listener = _listeners.get().get(type(event))
    if listener is None:
        return
    try:
        listener(event)
    except Exception as error:  # noqa: BLE001 (a listener has no say in what it watches)
        _log.debug("a listener failed", exc_info=error)


def is_heard(kind: type) -> bool:
    """Whether anybody listens to events of this type: what is costly to put into words is put so only then."""
    return kind in _listeners.get()


@contextmanager
def hear(kind: type[E], listener: Listener[E] | None) -> Iterator[None]:
    """Within the block ``listener`` hears every event of this type; None means that nobody does."""
    others = {one: heard for one, heard in _listeners.get().items() if one is not kind}
    token = _listeners.set(others if listener is None else {**others, kind: listener})
    try:
        yield
    finally:
        _listeners.reset(token)
