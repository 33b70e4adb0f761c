"""A bound for what must not hang: so much of the processor as nothing needs that ends, on however slow a machine."""

from __future__ import annotations

import signal
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

PROCESSOR_SECONDS = 60
"""Hundreds of times what the guarded work takes. It tells work that hangs from work that ends, and measures nothing."""


@contextmanager
def must_end() -> Iterator[None]:
    """Fail what uses up ``PROCESSOR_SECONDS`` in this process. What other processes take does not count.

    For tests in the main thread: a regular expression, too, is ended in the midst of its search.
    """

    def hangs(*_: object) -> None:
        raise AssertionError(f"it hangs: it took {PROCESSOR_SECONDS} seconds of the processor and did not end")

    before = signal.signal(signal.SIGVTALRM, hangs)
    signal.setitimer(signal.ITIMER_VIRTUAL, PROCESSOR_SECONDS)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)
