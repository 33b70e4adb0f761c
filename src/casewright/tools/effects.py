"""A call's effect on our own database, so that it and the call's outcome stand or fall together.

Where a tool's first write is its whole effect (``Tool.atomic``), that transaction also leaves a mark, and recording
the outcome takes the mark away in the transaction that chains it. After a crash in between, the mark says that the
effect is there: the outcome is chained from it, and nobody has to guess.
"""

from __future__ import annotations

from contextvars import ContextVar
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from casewright.domain.ids import TenantId


class Effect:
    """The effect of the call whose intent is event ``intent``; ``committed`` once it and its mark are on disk."""

    __slots__ = ("committed", "intent", "tenant")

    def __init__(self, tenant: TenantId, intent: int) -> None:
        self.tenant = tenant
        self.intent = intent
        self.committed = False


current_effect: ContextVar[Effect | None] = ContextVar("casewright_effect", default=None)
"""The effect of the call that this thread is working on, where its tool is atomic."""
