"""Tests of casewright.adapters.workspace.printed."""

from __future__ import annotations

import io
import sys
from contextlib import ExitStack, suppress
from threading import Event, Thread
from typing import TYPE_CHECKING

from casewright.adapters.workspace.printed import Printed, printed_here

if TYPE_CHECKING:
    import pytest


def test_streams_are_as_they_were() -> None:
    """After the block, also after one that raises."""
    before = sys.stdin, sys.stdout, sys.stderr
    with suppress(ZeroDivisionError), printed_here() as printed:
        sys.stdout.write("a")
        sys.stderr.write("b")
        1 / 0  # noqa: B018
    assert (sys.stdin, sys.stdout, sys.stderr) == before
    assert printed.text == "ab"


def test_others_read_what_is_typed(monkeypatch: pytest.MonkeyPatch) -> None:
    """This thread finds standard input at its end, another one reads on."""
    monkeypatch.setattr("sys.stdin", io.StringIO("first\nsecond\nthird"))
    read: list[str] = []
    with printed_here():
        mine = [sys.stdin.readline(), sys.stdin.read()]
        other = Thread(target=lambda: read.extend((sys.stdin.readline(), next(iter(sys.stdin)), sys.stdin.read())))
        other.start()
        other.join()
    assert (mine, read) == (["", ""], ["first\n", "second\n", "third"])


def test_blocks_that_end_crosswise_leave_no_thread_apart(capsys: pytest.CaptureFixture[str]) -> None:
    """One that was given up ends while another runs: afterwards every thread prints where it always does."""
    entered, leave, held = Event(), Event(), list[Printed]()

    def given_up() -> None:
        with printed_here() as printed:
            held.append(printed)
            entered.set()
            leave.wait(20)
            sys.stdout.write("within")

    before = sys.stdin, sys.stdout, sys.stderr
    thread = Thread(target=given_up)
    thread.start()
    assert entered.wait(20)
    with ExitStack() as stack:
        mine = stack.enter_context(printed_here())
        leave.set()
        thread.join()
        sys.stdout.write("mine, or nobody's\n")
    # What came back is what was there when the second block began; it treats nobody apart any more.
    for stream in (sys.stdout, sys.stderr):
        assert getattr(stream, "_thread", None) is None
    again = Thread(target=lambda: sys.stdout.write("after"))
    again.start()
    again.join()
    sys.stdin, sys.stdout, sys.stderr = before
    assert capsys.readouterr().out.endswith("after")
    assert held[0].text + mine.text in ("within", "withinmine, or nobody's\n")
