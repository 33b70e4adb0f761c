"""The time, as the machine tells it, and as it was recorded."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable


class SystemClock:
    """The machine's clock. ``recorded`` gives the newest time that was recorded, None where nothing was."""

    def __init__(self, recorded: Callable[[], datetime | None] = lambda: None) -> None:
        self._recorded = recorded

    def now(self) -> datetime:
        """The current time, aware, in UTC."""
        return datetime.now(UTC)

    def latest(self) -> datetime:
        """The later of the current time and the newest that was recorded: what has expired stays expired."""
        now, recorded = self.now(), self._recorded()
        return now if recorded is None else max(now, recorded)
