"""Checkpoints in memory."""

from __future__ import annotations

from langgraph.checkpoint.memory import InMemorySaver

from casewright.adapters.checkpoints.threaded_saver import strict_serializer


class MemoryCheckpoints:
    """Fits ``Checkpoints``; nothing is forgotten."""

    def __init__(self) -> None:
        self._saver = InMemorySaver(serde=strict_serializer())

    @property
    def saver(self) -> InMemorySaver:
        return self._saver

    def forget_steps(self, thread: str) -> None:
        """Nothing: every step can be looked at."""

    def flush(self) -> None:
        """Nothing: memory needs none."""
