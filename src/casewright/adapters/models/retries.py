"""How often and when a request is tried again: the one place; the providers' libraries do not retry."""

from __future__ import annotations

import asyncio
import secrets
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

_RANDOM = secrets.SystemRandom()


def _now() -> datetime:
    return datetime.now(UTC)


@dataclass(frozen=True, slots=True)
class Tries:
    """Three tries, half a second and a second apart, each up to half as long again; a server's own wish goes first."""

    most: int = 3
    first_wait: float = 0.5
    longest_wait: float = 60.0
    """A server that asks for a longer wait gets no further try."""
    sleep: Callable[[float], Awaitable[None]] = asyncio.sleep
    chance: Callable[[], float] = _RANDOM.random
    now: Callable[[], datetime] = _now
    """For servers that say until when to wait."""

    def wait_after(self, number: int, wished: float | None) -> float | None:
        """Seconds to wait after the try of that number, counting from 1; None where there is no further one."""
        if number >= self.most or (wished is not None and wished > self.longest_wait):
            return None
        if wished is not None:
            return wished
        return self.first_wait * 2.0 ** (number - 1) * (1.0 + self.chance() / 2.0)
