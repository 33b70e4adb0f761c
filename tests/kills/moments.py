"""When a work is killed: at one of its steps on disk, or at any moment by the clock."""

from __future__ import annotations

import os
import signal
import sys
import time
from dataclasses import dataclass
from threading import Lock, Thread
from typing import TYPE_CHECKING

from sqlalchemy import Engine, event

if TYPE_CHECKING:
    from random import Random

_FILES = ("os.rename", "os.remove", "os.link", "tempfile.mkstemp", "sqlite3.connect")
"""What Python tells of before it happens: a file that comes, goes, or gets its name."""


@dataclass(frozen=True, slots=True)
class Measure:
    """How many steps on disk a work takes that nobody kills, and how many seconds."""

    steps: int
    seconds: float


@dataclass(frozen=True, slots=True)
class Moment:
    """Before step number ``step``, or ``delay`` seconds after the beginning."""

    step: int | None = None
    delay: float | None = None

    def __str__(self) -> str:
        return f"before step {self.step}" if self.step is not None else f"after {self.delay:.3f} s"


def choose(random: Random, measure: Measure) -> Moment:
    """A moment in the middle of the work: by steps or by the clock, each half of the time."""
    if random.random() < 0.5:
        return Moment(step=random.randint(1, max(1, measure.steps)))
    return Moment(delay=random.uniform(0, measure.seconds))


class Steps:
    """Counts this process's steps on disk: transactions that begin or commit, and files that come and go.

    The process group dies before step number ``deadly``. Right after a commit is right before the next step.
    """

    def __init__(self, deadly: int | None) -> None:
        self.count = 0
        self._deadly = deadly
        self._lock = Lock()
        event.listen(Engine, "begin", self._step)
        event.listen(Engine, "commit", self._step)
        sys.addaudithook(self._file)

    def _file(self, name: str, _given: object) -> None:
        if name in _FILES:
            self._step()

    def _step(self, *_given: object) -> None:
        with self._lock:
            self.count += 1
            if self.count == self._deadly:
                die()


def die() -> None:
    """Kill this process group, and wait for it: nothing more happens here."""
    os.killpg(0, signal.SIGKILL)
    time.sleep(60)


def die_after(seconds: float) -> None:
    """Kill this process group after that time, whatever it is at."""

    def wait() -> None:
        time.sleep(seconds)
        die()

    Thread(target=wait, daemon=True).start()
