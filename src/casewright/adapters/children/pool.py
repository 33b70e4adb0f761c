"""Processes that are started when needed, asked one question at a time, kept for the next, replaced when they fail."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from collections import deque
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, TypeVar

from casewright.adapters.children.frames import BrokenAnswer
from casewright.errors import Unavailable
from casewright.tools.cancellation import ended_by, stop_if_cancelled

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from typing import IO

    from casewright.adapters.children.limits import Limits

_A = TypeVar("_A")

_REUSES: Final = 256
"""Questions after which a process is replaced, so that what its libraries leak stays small."""


class Crashed(Exception):
    """The process died over the question, or answered something that is no answer."""


class TimedOut(Exception):
    """The process did not answer in time and was ended."""


def worker_command(module: str, limits: Limits) -> tuple[str, ...]:
    """How a worker is started: this interpreter, nothing taken from the working directory, UTF-8.

    The module is given the bytes of memory and the seconds of processor time that it is to hold itself to.
    """
    return (sys.executable, "-P", "-B", "-X", "utf8", "-m", module, str(limits.memory), str(limits.cpu_seconds))


def worker_environment() -> dict[str, str]:
    """The whole environment of a worker: where modules are found, one arena, what Windows needs to start at all."""
    kept = {name: os.environ[name] for name in ("SYSTEMROOT",) if name in os.environ}
    # What is limited is address space: with several arenas of malloc's, most of it would be reserved and never used.
    return {
        **kept,
        "MALLOC_ARENA_MAX": "1",
        "PYTHONPATH": os.pathsep.join(path for path in sys.path if path),
        "LC_ALL": "C.UTF-8",
    }


@dataclass(slots=True)
class _Child:
    """One running process with its two pipes."""

    process: subprocess.Popen[bytes]
    questions: IO[bytes]
    answers: IO[bytes]
    asked: int = 0
    is_late: bool = field(default=False)

    def ask(self, exchange: Callable[[IO[bytes], IO[bytes]], _A], seconds: float) -> _A:
        """What the exchange gives. Raises ``Crashed`` or ``TimedOut``; the process is of no use after either."""
        self.asked += 1
        alarm = threading.Timer(seconds, self._end_late)
        alarm.daemon = True
        alarm.start()
        try:
            with ended_by(self.process.kill):
                return exchange(self.questions, self.answers)
        except (OSError, BrokenAnswer, ValueError) as error:
            raise (TimedOut if self.is_late else Crashed) from error
        finally:
            alarm.cancel()
            alarm.join()

    @property
    def is_spent(self) -> bool:
        """Whether another process should take the next question."""
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


@dataclass(frozen=True, slots=True)
class Sentences:
    """What whoever asks is told: where the pool was closed, where no process starts, where all stay busy."""

    closed: str
    not_started: str
    """With ``{reason}`` where the operating system's words go."""
    busy: str = ""


class ChildPool:
    """At most ``count`` processes of ``command``, shared by all threads: each takes one question at a time.

    ``seconds`` is what a question may take, ``patience`` what it may wait for a process that is free; None: forever.
    """

    def __init__(
        self,
        command: Sequence[str],
        *,
        count: int,
        seconds: float,
        sentences: Sentences,
        patience: float | None = None,
        inherits: bool = False,
    ) -> None:
        """With ``inherits`` the processes have this one's environment, too: their work is not what others wrote."""
        self._command = tuple(command)
        self._seconds = seconds
        self._patience = patience
        self._sentences = sentences
        self._environment = {**os.environ, **worker_environment()} if inherits else None
        self._turns = threading.BoundedSemaphore(count)
        self._lock = threading.Lock()
        self._idle: deque[_Child] = deque()
        self._running: dict[int, _Child] = {}
        self._is_closed = False

    def ask(
        self, exchange: Callable[[IO[bytes], IO[bytes]], _A], *, is_last: Callable[[_A], bool] = lambda _: False
    ) -> _A:
        """What the exchange over a process' two pipes gives; after one that ``is_last`` the process is replaced.

        Raises ``Crashed``, ``TimedOut``, or ``Unavailable`` where the processes were closed, none can be
        started or all stay busy, and ``ToolFailed`` where the call that asks was given up. Whatever else interrupts
        it (Ctrl-C), the process that was at work is ended.
        """
        with self._turn(), self._one_child() as child:
            try:
                answer = child.ask(exchange, self._seconds)
            except Crashed:
                if self._is_closed:
                    raise Unavailable(self._sentences.closed) from None
                stop_if_cancelled()
                raise
            if is_last(answer):
                child.asked = _REUSES
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
    def _turn(self) -> Iterator[None]:
        if not self._turns.acquire(timeout=self._patience):
            raise Unavailable(self._sentences.busy)
        try:
            yield
        finally:
            self._turns.release()

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
                raise Unavailable(self._sentences.closed)
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
                env=self._environment or worker_environment(),
                start_new_session=True,
            )
        except OSError as error:
            reason = error.strerror or str(error)
            raise Unavailable(self._sentences.not_started.format(reason=reason)) from error
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
            raise Unavailable(self._sentences.closed)
        return child
