"""The one clock."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from datetime import datetime


class Clock(Protocol):
    """Tells the time."""

    def now(self) -> datetime:
        """The current time, aware, in UTC."""
        ...

    def latest(self) -> datetime:
        """The later of the current time and the newest that was recorded; what expires is held to it.

        A clock that is set back brings nothing back that had expired.
        """
        ...
