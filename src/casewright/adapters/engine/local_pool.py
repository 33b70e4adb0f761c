"""Processes of this machine, each with one partition at a time."""

from __future__ import annotations

import queue
import sys
import threading
from typing import TYPE_CHECKING, Final

from casewright.adapters.bulk.wire import pack_task, unpack_outcome
from casewright.adapters.children.frames import receive_frame, send_frame
from casewright.adapters.children.pool import ChildPool, Crashed, Sentences, TimedOut
from casewright.tools.cancellation import stop_if_cancelled
from casewright.tools.ports.bulk import Lost

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import IO

    from casewright.domain.bulk import BulkOutcome, BulkTask

    _Came = tuple[BulkTask, BulkOutcome | Lost] | Exception | None

_SECONDS: Final = 3_600.0
"""What a partition may take."""
_LOOK: Final = 0.5
"""Seconds between two looks at whether the run was given up."""
_MOST_ANSWER: Final = 1 << 31
_SENTENCES: Final = Sentences(
    closed="The run was ended.", not_started="No worker can be started ({reason}): free memory or processes."
)


class LocalPool:
    """Fits ``tools.ports.bulk.Engine``: ``workers`` processes that run ``module``, replaced where they die."""

    def __init__(self, workers: int, module: str, *, seconds: float = _SECONDS) -> None:
        self._workers, self._seconds = workers, seconds
        self._command = (sys.executable, "-P", "-B", "-X", "utf8", "-m", module)

    @property
    def workers(self) -> int:
        """How many processes there are."""
        return self._workers

    def run(self, tasks: Iterator[BulkTask]) -> Iterator[tuple[BulkTask, BulkOutcome | Lost]]:
        """One thread a process takes tasks and waits for it."""
        pool = ChildPool(self._command, count=self._workers, seconds=self._seconds, sentences=_SENTENCES, inherits=True)
        came: queue.SimpleQueue[_Came] = queue.SimpleQueue()
        taking, ended = threading.Lock(), threading.Event()

        def work() -> None:
            try:
                while not ended.is_set():
                    with taking:
                        task = next(tasks, None)
                    if task is None:
                        return
                    came.put((task, _asked(pool, task)))
            except Exception as error:  # noqa: BLE001 — raised where the run is led
                came.put(error)
            finally:
                came.put(None)

        threads = [threading.Thread(target=work, daemon=True) for _ in range(self._workers)]
        for thread in threads:
            thread.start()
        left = len(threads)
        try:
            while left:
                stop_if_cancelled()
                try:
                    one = came.get(timeout=_LOOK)
                except queue.Empty:
                    continue
                if isinstance(one, Exception):
                    raise one
                if one is None:
                    left -= 1
                else:
                    yield one
        finally:
            ended.set()
            pool.close()


def _asked(pool: ChildPool, task: BulkTask) -> BulkOutcome | Lost:
    """Raises ``Unavailable`` where no process can be started."""

    def exchange(questions: IO[bytes], answers: IO[bytes]) -> BulkOutcome | Lost:
        send_frame(questions, pack_task(task))
        sort, body = receive_frame(answers, 1), receive_frame(answers, _MOST_ANSWER)
        return unpack_outcome(body) if sort == b"+" else Lost(body.decode("utf-8", "replace"))

    try:
        return pool.ask(exchange)
    except TimedOut:
        return Lost("its worker took longer than it may and was ended")
    except Crashed:
        return Lost("its worker ended over it")
