"""The pool of processes: who waits, and for how long (``ingest/test_children.py`` has what processes do wrong)."""

from __future__ import annotations

import sys
from concurrent.futures import ThreadPoolExecutor
from threading import Event
from typing import IO

import pytest

from casewright.adapters.children.pool import ChildPool, Sentences
from casewright.errors import Unavailable

COMMAND = (sys.executable, "-c", "import sys; sys.stdin.buffer.read()")
SENTENCES = Sentences(closed="it was closed", not_started="it cannot be started ({reason})", busy="all are busy")


def test_who_waits_for_a_turn_is_told_that_all_are_busy() -> None:
    """While the only process is at work, another question waits no longer than it has patience."""
    pool = ChildPool(COMMAND, count=1, seconds=60, sentences=SENTENCES, patience=0.01)
    begun, done = Event(), Event()

    def exchange(questions: IO[bytes], answers: IO[bytes]) -> str:
        begun.set()
        done.wait(50)
        return "answered"

    with ThreadPoolExecutor(1) as threads:
        first = threads.submit(pool.ask, exchange)
        assert begun.wait(50)
        with pytest.raises(Unavailable, match="all are busy"):
            pool.ask(exchange)
        done.set()
        assert first.result(timeout=50) == "answered"
        assert pool.ask(exchange) == "answered"
    pool.close()


def test_a_process_that_cannot_be_started_is_told() -> None:
    """In the words of whoever made the pool, with the operating system's reason."""
    pool = ChildPool(("/no/such/program",), count=1, seconds=60, sentences=SENTENCES)
    with pytest.raises(Unavailable, match=r"it cannot be started \(No such file or directory\)"):
        pool.ask(lambda *_: None)
