"""Answers that are remembered for a while."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, Generic, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable
    from datetime import datetime, timedelta

Key = TypeVar("Key")
Kept = TypeVar("Kept")


class Expiring(Generic[Key, Kept]):
    """Remembers up to ``most`` values for ``lasting``; the oldest goes first. Safe to use from several threads."""

    def __init__(self, *, lasting: timedelta, most: int, now: Callable[[], datetime]) -> None:
        self._lasting, self._most, self._now = lasting, most, now
        self._kept: dict[Key, tuple[datetime, Kept]] = {}
        self._lock = threading.Lock()

    def get(self, key: Key, make: Callable[[], Kept]) -> tuple[Kept, datetime]:
        """The value, made where it is not remembered, and when that was. What ``make`` raises is not remembered."""
        with self._lock:
            kept = self._kept.get(key)
        if kept is not None and self._now() - kept[0] < self._lasting:
            return kept[1], kept[0]
        value, at = make(), self._now()
        with self._lock:
            self._kept.pop(key, None)
            self._kept[key] = (at, value)
            while len(self._kept) > self._most:
                del self._kept[next(iter(self._kept))]
        return value, at
