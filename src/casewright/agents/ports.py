"""What agents need of the outside: where their checkpoints are kept."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from langgraph.checkpoint.base import BaseCheckpointSaver


class Checkpoints(Protocol):
    """Keeps the state of runs. What was written before ``flush`` returned survives a loss of power."""

    @property
    def saver(self) -> BaseCheckpointSaver[str]:
        """What the graph writes its checkpoints with."""
        ...

    def forget_steps(self, thread: str) -> None:
        """Keep the thread's newest checkpoint; older ones are steps of the same conversation."""
        ...

    def flush(self) -> None:
        """Have what was written on the disk."""
        ...
