"""The thread that is kept ready: one piece of work at a time, heard of once, let go of at the end."""

from __future__ import annotations

import gc
import threading
from functools import partial

import pytest

from casewright.tools.ready_thread import ReadyThread


def said(at: int) -> tuple[str, int]:
    """Who says it, and what was given."""
    return threading.current_thread().name, at


def test_work_is_done_in_the_same_other_thread() -> None:
    """Each piece of work runs in one thread, which is not the caller's; what it returns comes back."""
    ready = ReadyThread()
    names = []
    for at in range(3):
        work = ready.take(partial(said, at))
        assert work is not None
        names.append(work.result(5.0))
    assert names == [("casewright-tool-ready", 0), ("casewright-tool-ready", 1), ("casewright-tool-ready", 2)]
    ready.close()


def test_busy_thread_takes_nothing() -> None:
    """While it works it takes no other, and a wait for it can run out; afterwards it takes the next."""
    ready, may_end = ReadyThread(), threading.Event()
    heard: list[object] = []
    work = ready.take(may_end.wait)
    assert work is not None
    work.add_done_callback(lambda done: heard.append(done.result()))
    assert ready.take(lambda: None) is None
    with pytest.raises(TimeoutError):
        work.result(0.01)
    assert (work.done(), work.cancel(), heard) == (False, False, [])
    may_end.set()
    assert work.result(5.0) is True
    ready.close()
    assert heard == [True]
    work.add_done_callback(lambda _: heard.append("late"))
    assert heard == [True, "late"]


def test_what_is_raised_is_raised_where_the_result_is_asked_for() -> None:
    """A function that fails does not end the thread."""
    ready = ReadyThread()

    def fail() -> None:
        raise SystemExit("no")

    failed = ready.take(fail)
    assert failed is not None
    with pytest.raises(SystemExit, match="no"):
        failed.result(5.0)
    again = ready.take(lambda: 1)
    assert again is not None
    assert again.result(5.0) == 1
    ready.close()


def test_close_waits_and_may_be_called_twice() -> None:
    """Closed while it works, it ends after the work; closed before any, there is nothing to end."""
    ReadyThread().close()
    ready, began, ended = ReadyThread(), threading.Event(), threading.Event()

    def slow() -> None:
        began.set()
        ended.wait(0.05)
        ended.set()

    ready.take(slow)
    began.wait(5.0)
    ready.close()
    ready.close()
    assert ended.is_set()


def test_forgotten_thread_ends() -> None:
    """Where nobody closes it, the thread ends with the object."""
    ready = ReadyThread()
    work = ready.take(threading.current_thread)
    assert work is not None
    thread = work.result(5.0)
    del ready
    gc.collect()
    thread.join(5.0)
    assert not thread.is_alive()
