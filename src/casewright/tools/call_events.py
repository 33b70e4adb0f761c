"""What a call brings about, recorded in the words of its own family: ``defect.flagged``, ``claim.added``.

A handler calls ``emit(...)`` before its first write, or inside it; where the tool is atomic, those events are chained
in the very transaction that has the effect. The others are recorded right before the outcome of a call that
succeeded; of a call that failed, only what was chained with its effect is recorded.
"""

from __future__ import annotations

from contextvars import ContextVar
from typing import TYPE_CHECKING

from casewright.errors import ToolFailed

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping, Sequence

    from casewright.audit.events import Event
    from casewright.canonical import Json


class CallEvents:
    """The events of one call. ``make`` writes one of a type with its details; ``known`` are the types it may emit."""

    __slots__ = ("_known", "_make", "_waiting", "chained")

    def __init__(self, make: Callable[[str, Mapping[str, Json]], Event], known: Collection[str]) -> None:
        self._make, self._known = make, known
        self._waiting: list[Event] = []
        self.chained: list[tuple[int, Event]] = []
        """Those that were recorded together with the effect, with their numbers."""

    @property
    def waiting(self) -> Sequence[Event]:
        """Those that are still to be recorded, in order."""
        return tuple(self._waiting)

    def emit(self, event_type: str, details: Mapping[str, Json]) -> None:
        """Take one more event. Raises ``ToolFailed`` for a type that the tool does not name in ``emits``."""
        if event_type not in self._known:
            raise ToolFailed(f"the tool tells {event_type!r} and does not name it in emits")
        self._waiting.append(self._make(event_type, details))

    def chain(self, numbers: Sequence[int]) -> None:
        """Note that what waits was recorded under these numbers."""
        self.chained += zip(numbers, self._waiting, strict=True)
        self._waiting.clear()


current_call_events: ContextVar[CallEvents | None] = ContextVar("casewright_call_events", default=None)
"""The events of the call that is being worked on here, where its tool emits any."""


def emit(event_type: str, details: Mapping[str, Json]) -> None:
    """Record that the call brings this about. ``details`` are JSON without floats, ids in them by their usual names.

    Outside of a governed call nothing comes of it.
    """
    call_events = current_call_events.get()
    if call_events is not None:
        call_events.emit(event_type, details)
