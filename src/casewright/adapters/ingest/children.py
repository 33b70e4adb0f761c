"""The processes that open files of others: started when needed, asked one file at a time, replaced when they fail."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from collections import deque
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from casewright.adapters.ingest.wire import BrokenAnswer, Fault, receive_answer, send_question
from casewright.errors import Unavailable

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import IO

    from casewright.adapters.ingest.wire import Extract, Question

_REUSES: Final = 256
"""Files after which a process is replaced, so that what parsers leak stays small."""


_CLOSED: Final = "The document reader was closed: open the workspace again and read the document once more."


@dataclass(frozen=True, slots=True)
class Limits:
    """What opening one file may take. ``seconds`` is by the clock, ``cpu_seconds`` of processor time."""

    memory: int = 2 * 1024**3
    cpu_seconds: int = 60
    seconds: float = 120.0


class Crashed(Exception):
    """The process died over the file, or answered something that is no answer."""


class TimedOut(Exception):
    """The process did not answer in time and was ended."""


def worker_command(limits: Limits) -> tuple[str, ...]:
    """How the worker is started: this interpreter, nothing taken from the working directory, UTF-8."""
    module = "casewright.adapters.ingest.worker"
    return (sys.executable, "-P", "-B", "-X", "utf8", "-m", module, str(limits.memory), str(limits.cpu_seconds))


def worker_environment() -> dict[str, str]:
    """The whole environment of a worker: where modules are found, and what Windows needs to start at all."""
    kept = {name: os.environ[name] for name in ("SYSTEMROOT",) if name in os.environ}
    return {**kept, "PYTHONPATH": os.pathsep.join(path for path in sys.path if path), "LC_ALL": "C.UTF-8"}


@dataclass(slots=True)
class _Child:
    """One running process with its two pipes."""

    process: subprocess.Popen[bytes]
    questions: IO[bytes]
    answers: IO[bytes]
    asked: int = 0
    is_late: bool = field(default=False)

    def ask(self, question: Question, data: bytes, seconds: float) -> Extract | Fault:
        """The answer. Raises ``Crashed`` or ``TimedOut``; the process is of no use after either."""
        self.asked += 1
        alarm = threading.Timer(seconds, self._end_late)
        alarm.daemon = True
        alarm.start()
        try:
            send_question(self.questions, question, data)
            return receive_answer(self.answers)
        except (OSError, BrokenAnswer, ValueError) as error:
            raise (TimedOut if self.is_late else Crashed) from error
        finally:
            alarm.cancel()
            alarm.join()

    @property
    def is_spent(self) -> bool:
        """Whether another process should take the next file."""
        return self.is_late or self.asked >= _REUSES or self.process.poll() is not None

    def _end_late(self) -> None:
        self.is_late = True
        self.process.kill()

    def end(self) -> None:
        """End the process, whatever it does, and close its pipes."""
        self.process.kill()
        self.process.wait()
        for pipe in (self.questions, self.answers):
            with suppress(OSError):  # what was still to be written to a dead process cannot be
                pipe.close()


class Children:
    """At most ``count`` processes, shared by all threads: each takes one file at a time."""

    def __init__(self, *, count: int, limits: Limits, command: Sequence[str] | None = None) -> None:
        self._limits = limits
        self._command = tuple(command) if command is not None else worker_command(limits)
        self._turns = threading.BoundedSemaphore(count)
        self._lock = threading.Lock()
        self._idle: deque[_Child] = deque()
        self._running: dict[int, _Child] = {}
        self._is_closed = False

    def ask(self, question: Question, data: bytes) -> Extract | Fault:
        """What the file holds, or the fault that the parser found in it.

        Raises ``Crashed``, ``TimedOut``, or ``Unavailable`` where the processes were closed or none can be
        started. Whatever else interrupts it (Ctrl-C), the process that was at work is ended.
        """
        with self._turns, self._one_child() as child:
            try:
                answer = child.ask(question, data, self._limits.seconds)
            except Crashed:
                if self._is_closed:
                    raise Unavailable(_CLOSED) from None
                raise
            if isinstance(answer, Fault) and answer.code == "memory":
                child.asked = _REUSES  # what it could not free stays its own
            return answer

    def close(self) -> None:
        """End every process, also those at work."""
        with self._lock:
            self._is_closed = True
            running = list(self._running.values())
            idle = list(self._idle)
            self._idle.clear()
        for child in running:
            child.process.kill()
        for child in idle:
            child.end()

    @contextmanager
    def _one_child(self) -> Iterator[_Child]:
        child = self._taken()
        is_sound = False
        try:
            yield child
            is_sound = not child.is_spent
        finally:
            with self._lock:
                del self._running[child.process.pid]
                is_kept = is_sound and not self._is_closed
                if is_kept:
                    self._idle.append(child)
            if not is_kept:
                child.end()

    def _taken(self) -> _Child:
        """An idle process that still runs, or a new one."""
        with self._lock:
            if self._is_closed:
                raise Unavailable(_CLOSED)
            child = self._idle.pop() if self._idle else None
            if child is not None and not child.is_spent:
                self._running[child.process.pid] = child
                return child
        if child is not None:
            child.end()
        return self._started()

    def _started(self) -> _Child:
        """A new process, away from the terminal's Ctrl-C: whoever waits for it ends it."""
        try:
            # The command is this interpreter with a module of ours, or what the caller put together.
            process = subprocess.Popen(  # noqa: S603
                self._command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                env=worker_environment(),
                start_new_session=True,
            )
        except OSError as error:
            raise Unavailable(
                f"The process that opens documents cannot be started ({error.strerror or error}): free memory or"
                " processes and try again."
            ) from error
        # Both pipes were asked for, so both are there.
        assert process.stdin is not None
        assert process.stdout is not None
        child = _Child(process, process.stdin, process.stdout)
        with self._lock:
            is_late = self._is_closed
            if not is_late:
                self._running[process.pid] = child
        if is_late:
            child.end()
            raise Unavailable(_CLOSED)
        return child
