"""A loop that does the same work everywhere, so that figures of two machines or two moments can be compared."""

from __future__ import annotations

from time import perf_counter, process_time

_ROUNDS = 2_000_000


def seconds() -> float:
    """How long the loop takes now: the best of three."""
    return min(_loop()[0] for _ in range(3))


def line() -> str:
    """The loop's time as a line to print: by the clock, and the processor's own, which others' work changes less."""
    clock, busy = min(_loop() for _ in range(3))
    return f"calibration loop of {_ROUNDS:,} rounds: {clock * 1000:.0f} ms (processor time {busy * 1000:.0f} ms)"


def _loop() -> tuple[float, float]:
    started, worked = perf_counter(), process_time()
    total = 0
    for number in range(_ROUNDS):
        total += number & 7
    return perf_counter() - started, process_time() - worked
