"""One attempt at a job, as its worker has it."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field
from threading import Lock
from typing import TYPE_CHECKING, Literal

from casewright.domain.jobs import Progress

if TYPE_CHECKING:
    import asyncio
    from collections.abc import Callable, Mapping

    from casewright.domain.jobs import Job
    from casewright.tools.calls import ToolResult
    from casewright.tools.ports.jobs import JobRef

GivenUp = Literal["cancelled", "taken", "stopped"]
"""Why an attempt is given up: its job is cancelled, was taken away from this worker, or the worker stops."""


@dataclass(eq=False, slots=True)
class Run:
    """``tell`` and ``report`` take, from any thread, what is told meanwhile; the watch writes it (``watch.py``).

    ``stir`` says that there is something to write.
    """

    ref: JobRef
    job: Job
    stir: Callable[[], None]
    task: asyncio.Task[ToolResult] | None = None
    given_up: GivenUp | None = None
    beaten: float = 0.0
    """When its worker last said that it is alive, by the monotonic clock."""
    writing: Lock = field(default_factory=Lock)
    """Held while what was told is written, so that it is written in its order."""
    _told: deque[tuple[str, Mapping[str, object]]] = field(default_factory=deque)
    _progress: Progress | None = None

    @property
    def attempt(self) -> int:
        """The fencing token."""
        return self.job.attempt

    def tell(self, kind: str, data: Mapping[str, object]) -> None:
        """Have an event told of the job."""
        self._told.append((kind, data))
        self.stir()

    def report(self, done: int, total: int | None, note: str) -> None:
        """Have it told how far the job is; what was not told yet is out of date."""
        self._progress = Progress(done, total, note)
        self.stir()

    def take_told(self) -> list[tuple[str, Mapping[str, object]]]:
        """What is to be told, in order; pieces of one text are one."""
        taken: list[tuple[str, Mapping[str, object]]] = []
        while self._told:
            kind, data = self._told.popleft()
            if taken and (joined := _joined(taken[-1], kind, data)) is not None:
                taken[-1] = (kind, joined)
            else:
                taken.append((kind, data))
        return taken

    def put_back(self, told: list[tuple[str, Mapping[str, object]]]) -> None:
        """What could not be written is to be told first, the next time."""
        self._told.extendleft(reversed(told))

    def take_progress(self) -> Progress | None:
        """How far the job is, where that was not told yet."""
        taken, self._progress = self._progress, None
        return taken

    def give_up(self, why: GivenUp) -> None:
        """Cancel the call; on the loop that it runs on."""
        if self.given_up is None:
            self.given_up = why
            if self.task is not None:
                self.task.cancel()


def _joined(
    before: tuple[str, Mapping[str, object]], kind: str, data: Mapping[str, object]
) -> Mapping[str, object] | None:
    """Both events as one, where they are pieces of the same text; else None."""
    first = before[1]
    if before[0] != kind or data.get("kind") != "text" or {**first, "text": ""} != {**data, "text": ""}:
        return None
    return {**data, "text": f"{first['text']}{data['text']}"}
