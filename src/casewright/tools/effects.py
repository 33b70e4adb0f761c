"""A call's effect on our own database, so that it and the call's outcome stand or fall together.

Where a tool's first write is its whole effect (``Tool.atomic``), that transaction also leaves a mark, and recording
the outcome takes the mark away in the transaction that chains it. After a crash in between, the mark says that the
effect is there: the outcome is chained from it, and nobody has to guess.
"""

from __future__ import annotations

from contextvars import ContextVar
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from casewright.audit.events import Event
    from casewright.domain.ids import TenantId
    from casewright.tools.happenings import Happenings

    Chain = Callable[[object, Sequence[Event]], Sequence[int]]


class Effect:
    """The effect of the call whose intent is event ``intent``; ``committed`` once it and its mark are on disk.

    ``happenings`` are recorded in the same transaction, by ``chain`` (``Effects.chain``).
    """

    __slots__ = ("_chain", "_happenings", "committed", "intent", "tenant")

    def __init__(
        self, tenant: TenantId, intent: int, happenings: Happenings | None = None, chain: Chain | None = None
    ) -> None:
        self.tenant = tenant
        self.intent = intent
        self.committed = False
        self._happenings, self._chain = happenings, chain

    def tell(self, connection: object) -> Callable[[], None] | None:
        """Record what happened in the connection's transaction; what notes it once that is committed."""
        happenings = self._happenings
        if happenings is None or self._chain is None or not happenings.waiting:
            return None
        numbers = self._chain(connection, happenings.waiting)
        return lambda: happenings.chain(numbers)


current_effect: ContextVar[Effect | None] = ContextVar("casewright_effect", default=None)
"""The effect of the call that this thread is working on, where its tool is atomic."""
