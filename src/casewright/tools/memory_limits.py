"""Counts that are kept in this process and gone with it."""

from __future__ import annotations

from threading import Lock
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from datetime import datetime

    from casewright.domain.ids import TenantId
    from casewright.tools.ports.limits import Round

_KEYS = 100_000
"""Rates that are remembered; beyond that those that are unused again are forgotten."""


class MemoryCallCounts:
    """Fits ``tools.ports.limits.CallCounts``, in one process."""

    def __init__(self) -> None:
        self._taken: dict[Round, int] = {}
        self._lock = Lock()

    def take(self, round_: Round, most: int, now: datetime) -> bool:  # noqa: ARG002 (nothing is kept for long)
        """Count one more where that makes ``most`` at most; whether it was counted."""
        with self._lock:
            taken = self._taken.get(round_, 0)
            if taken >= most:
                return False
            self._taken[round_] = taken + 1
            return True

    def give_back(self, round_: Round) -> None:
        """Count one less; never below none."""
        with self._lock:
            self._taken[round_] = max(0, self._taken.get(round_, 0) - 1)


class MemoryRates:
    """Fits ``tools.ports.limits.Rates``, in one process."""

    def __init__(self) -> None:
        self._due: dict[tuple[TenantId, str], int] = {}
        self._lock = Lock()

    def take(self, tenant: TenantId, key: str, most: int, seconds: int, now: datetime) -> float | None:
        """Let it happen now, ``most`` times in ``seconds``; else the seconds until it may again."""
        at, whole = microseconds(now), seconds * 1_000_000
        step = whole // most
        with self._lock:
            due = self._due.get((tenant, key), at)
            due = due if at < due <= at + whole else at
            if due + step > at + whole:
                return (due + step - at - whole) / 1_000_000
            if len(self._due) >= _KEYS:
                self._due = {one: until for one, until in self._due.items() if until > at}
            self._due[tenant, key] = due + step
            return None


def microseconds(time: datetime) -> int:
    """The time in whole microseconds since 1970."""
    return round(time.timestamp() * 1_000_000)
