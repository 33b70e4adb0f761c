"""A clock that stands still until it is told to move."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

START = datetime(2025, 3, 14, 9, 26, 53, 589793, tzinfo=UTC)


class FixedClock:
    """Fits ``Clock``."""

    def __init__(self, at: datetime = START) -> None:
        self._at = self._latest = at

    def now(self) -> datetime:
        """The time it was last set to."""
        return self._at

    def latest(self) -> datetime:
        """The latest time it was ever set to."""
        return self._latest

    def advance(self, **by: float) -> None:
        """Move on by a ``timedelta``'s arguments, such as ``seconds=3``."""
        self._at += timedelta(**by)
        self._latest = max(self._latest, self._at)
