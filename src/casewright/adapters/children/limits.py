"""What a child may take, and how it holds itself to it. Windows has no such limits but for the parent's clock."""

from __future__ import annotations

import os
import sys
from dataclasses import dataclass
from typing import TYPE_CHECKING

if sys.platform != "win32":
    import resource

if TYPE_CHECKING:
    from typing import BinaryIO


@dataclass(frozen=True, slots=True)
class Limits:
    """``memory`` in bytes of address space; ``seconds`` by the clock, ``cpu_seconds`` of processor time a question."""

    memory: int = 2 * 1024**3
    cpu_seconds: int = 60
    seconds: float = 120.0


def limit_process(memory: int) -> None:
    """No more memory than that, no file written, no core left behind."""
    if sys.platform != "win32":
        resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
        resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def limit_next(cpu_seconds: int) -> None:
    """From now on no more than that many seconds of processor time; the kernel ends the process after them."""
    if sys.platform != "win32":
        usage = resource.getrusage(resource.RUSAGE_SELF)
        spent = int(usage.ru_utime + usage.ru_stime) + 1
        _, hard = resource.getrlimit(resource.RLIMIT_CPU)
        resource.setrlimit(resource.RLIMIT_CPU, (spent + cpu_seconds, hard))


def private_stdout() -> BinaryIO:
    """Standard output for answers alone: whatever a library prints goes nowhere."""
    answers = os.fdopen(os.dup(1), "wb")
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)
    os.close(nowhere)
    return answers
