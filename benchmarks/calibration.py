"""A loop that does the same work everywhere, so that figures of two machines or two moments can be compared."""

from __future__ import annotations

from time import perf_counter

_ROUNDS = 2_000_000


def seconds() -> float:
    """How long the loop takes now: the best of three."""
    return min(_loop() for _ in range(3))


def line() -> str:
    """The loop's time as a line to print."""
    return f"calibration loop of {_ROUNDS:,} rounds: {seconds() * 1000:.0f} ms"


def _loop() -> float:
    started = perf_counter()
    total = 0
    for number in range(_ROUNDS):
        total += number & 7
    return perf_counter() - started
