"""What is counted: calls against the limits of a round, and requests against a rate."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, Protocol

if TYPE_CHECKING:
    from datetime import datetime

    from casewright.domain.ids import TenantId


class Round(NamedTuple):
    """What calls are counted by: those of one role to one tool, in one round of one run."""

    tenant: TenantId
    run: str
    round: int | None
    role: str
    tool: str


class CallCounts(Protocol):
    """Calls that took a place, by round. Safe to share between threads and processes."""

    def take(self, round_: Round, most: int, now: datetime) -> bool:
        """Count one more where that makes ``most`` at most; whether it was counted."""
        ...

    def give_back(self, round_: Round) -> None:
        """Count one less; never below none."""
        ...


class Rates(Protocol):
    """How often what a key stands for may happen. Safe to share between threads and processes."""

    def take(self, tenant: TenantId, key: str, most: int, seconds: int, now: datetime) -> float | None:
        """Let it happen now, ``most`` times in ``seconds``; where that was used up, the seconds until it may again.

        The times come back one after the other, evenly over the ``seconds``. A clock that was set back by more than
        that finds the rate unused. ``most`` and ``seconds`` are at least one.
        """
        ...
