"""What agents need of the outside: where their checkpoints are kept."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Callable

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

    def holds(self, thread: str, wanted: Callable[[str], bool]) -> bool:
        """Whether any text in the thread's state, or in what is still to be written of it, is wanted."""
        ...

    def forget(self, thread: str) -> None:
        """Remove everything of the thread. A file of ours holds no byte of it afterwards; PostgreSQL removes deleted
        rows at its next VACUUM. Raises ``StorageBusy`` where another process writes all the time.
        """
        ...

    def flush(self) -> None:
        """Have what was written on the disk."""
        ...
