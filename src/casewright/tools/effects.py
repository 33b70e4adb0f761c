"""A call's effect on our own database, so that it and the call's outcome stand or fall together.

Where a tool's first write is its whole effect (``Tool.atomic``), that transaction also leaves a mark, and recording
the outcome takes the mark away in the transaction that chains it. After a crash in between, the mark says that the
effect is there: the outcome is chained from it, and nobody has to guess.
"""

from __future__ import annotations

from contextlib import contextmanager
from contextvars import ContextVar
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from casewright.audit.events import Event
    from casewright.domain.ids import TenantId
    from casewright.tools.call_events import CallEvents

    Chain = Callable[[object, Sequence[Event]], Sequence[int]]


class Effect:
    """The effect of the call whose intent is event ``intent``; ``committed`` once it and its mark are on disk.

    ``call_events`` are recorded in the same transaction, by ``chain`` (``Effects.chain``).
    """

    __slots__ = ("_call_events", "_chain", "committed", "intent", "tenant")

    def __init__(
        self, tenant: TenantId, intent: int, call_events: CallEvents | None = None, chain: Chain | None = None
    ) -> None:
        self.tenant = tenant
        self.intent = intent
        self.committed = False
        self._call_events, self._chain = call_events, chain

    def tell(self, connection: object) -> Callable[[], None] | None:
        """Record what happened in the connection's transaction; what notes it once that is committed."""
        call_events = self._call_events
        if call_events is None or self._chain is None or not call_events.waiting:
            return None
        numbers = self._chain(connection, call_events.waiting)
        return lambda: call_events.chain(numbers)


current_effect: ContextVar[Effect | None] = ContextVar("casewright_effect", default=None)
"""The effect of the call that this thread is working on, where its tool is atomic."""


@contextmanager
def apart() -> Iterator[None]:
    """What is written inside is no effect of the call: it is cleaned up, and would be later otherwise."""
    token = current_effect.set(None)
    try:
        yield
    finally:
        current_effect.reset(token)
