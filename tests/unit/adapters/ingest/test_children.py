"""The processes that open files: whatever happens to one, the next file is read."""

from __future__ import annotations

import os
import signal
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from casewright.adapters.children.limits import Limits
from casewright.adapters.children.pool import Crashed, TimedOut
from casewright.adapters.ingest.children import Children
from casewright.adapters.ingest.wire import Extract, Fault
from casewright.errors import Unavailable
from tests.unit.adapters.ingest.word_files import repacked, word

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

WORKER = Path(__file__).with_name("hostile_worker.py")


@pytest.fixture
def hostile() -> Iterator[Callable[..., Children]]:
    """Makes children of one process that misbehaves in a given way."""
    made = []

    def make(behaviour: str, *more: str, seconds: float = 60) -> Children:
        command = (sys.executable, str(WORKER), behaviour, *more)
        made.append(Children(count=1, limits=Limits(seconds=seconds), command=command))
        return made[-1]

    yield make
    for children in made:
        children.close()


def pid_of(children: Children) -> int:
    """The process that would take the next file."""
    answer = children.ask("html", b"who")
    assert isinstance(answer, Extract)
    return int(answer.text)


def is_alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


@pytest.mark.requirement("documents-child-crash")
@pytest.mark.parametrize("behaviour", ["die", "exit", "babble", "boast"])
def test_child_that_fails_is_replaced(hostile: Callable[..., Children], behaviour: str) -> None:
    """A process that dies or answers nonsense costs that one file; a new one reads the next."""
    children = hostile(behaviour)
    before = pid_of(children)

    with pytest.raises(Crashed):
        children.ask("html", b"misbehave")

    assert children.ask("html", b"next") == Extract("next")
    assert pid_of(children) != before
    assert not is_alive(before)


@pytest.mark.requirement("documents-child-timeout")
def test_child_that_hangs_is_ended(hostile: Callable[..., Children]) -> None:
    """A process that does not answer in time is ended, and a new one reads the next file."""
    children = hostile("hang", seconds=1.0)
    before = pid_of(children)

    with pytest.raises(TimedOut):
        children.ask("html", b"misbehave")

    assert children.ask("html", b"next") == Extract("next")
    assert not is_alive(before)


@pytest.mark.requirement("documents-child-cancel")
def test_interrupt_ends_the_child_at_work(hostile: Callable[..., Children]) -> None:
    """Ctrl-C while a file is read ends the process that reads it and reaches the caller; the next file is read."""
    children = hostile("interrupt")
    before = pid_of(children)

    with pytest.raises(KeyboardInterrupt):
        children.ask("html", b"misbehave")

    assert not is_alive(before)
    assert children.ask("html", b"next") == Extract("next")


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no sessions")
def test_child_is_away_from_the_terminal(hostile: Callable[..., Children]) -> None:
    """A child has a session of its own: Ctrl-C reaches the reader, which ends it, and not the child behind its back."""
    assert os.getsid(pid_of(hostile("hang"))) != os.getsid(0)


def test_close_ends_the_children_at_work(hostile: Callable[..., Children], tmp_path: Path) -> None:
    """Whoever still waits when the processes are closed is told so, and nothing can be asked afterwards."""
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    children = hostile("announce", str(pipe))
    before = pid_of(children)
    with ThreadPoolExecutor(1) as threads:
        waiting = threads.submit(children.ask, "html", b"misbehave")
        assert pipe.read_text() == "at work"
        children.close()
        with pytest.raises(Unavailable, match="closed"):
            waiting.result(timeout=30)

    assert not is_alive(before)
    with pytest.raises(Unavailable, match="closed"):
        children.ask("html", b"next")


def test_child_that_died_while_idle_is_replaced_unseen(hostile: Callable[..., Children]) -> None:
    """A process that dies between two files costs no file."""
    children = hostile("die")
    before = pid_of(children)
    os.kill(before, signal.SIGKILL)
    os.waitid(os.P_PID, before, os.WEXITED | os.WNOWAIT)

    assert children.ask("html", b"next") == Extract("next")


def test_child_is_kept_for_the_next_file(hostile: Callable[..., Children]) -> None:
    """One process reads one file after the other."""
    children = hostile("die")

    assert pid_of(children) == pid_of(children)


def test_worker_that_cannot_be_started_is_unavailable() -> None:
    """Where no process can be started, the error says so and what to do."""
    children = Children(count=1, limits=Limits(), command=("/no/such/program",))

    with pytest.raises(Unavailable, match="cannot be started"):
        children.ask("html", b"")


@pytest.mark.requirement("documents-child-limits")
@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such limit")
def test_file_that_takes_too_much_memory_is_given_up() -> None:
    """A document whose tree does not fit into the child's memory is given up, and the next one is read."""
    children = Children(count=1, limits=Limits(memory=400 * 2**20))
    paragraph = b"<w:p><w:r><w:t>x</w:t></w:r></w:p>"
    head, tail = _around_body()
    bomb = repacked(word("x"), {"word/document.xml": head + paragraph * 3_000_000 + tail})
    try:
        assert children.ask("docx", bomb) == Fault("memory")
        following = children.ask("docx", word("next"))
        assert isinstance(following, Extract)
        assert following.text == "next"
    finally:
        children.close()


@pytest.mark.requirement("documents-child-limits")
def test_file_that_takes_too_much_processor_time_is_given_up() -> None:
    """The kernel ends a child that computes longer than it may; the next file is read."""
    source = b"<table><tr><td>" + b"<p>text</p>" * 1_500_000
    children = Children(count=1, limits=Limits(cpu_seconds=1, seconds=60))
    try:
        with pytest.raises(Crashed):
            children.ask("html", source)
        assert children.ask("html", b"<p>next") == Extract("next")
    finally:
        children.close()


@pytest.mark.requirement("documents-zip-bomb")
def test_archive_that_unpacks_to_too_much_is_not_opened() -> None:
    """A ZIP that would unpack to more than a document holds is refused before it is unpacked."""
    children = Children(count=1, limits=Limits())
    bomb = repacked(word("x"), {"word/media/huge.bin": b"\x00" * (257 * 2**20)})
    try:
        assert len(bomb) < 2**20
        assert children.ask("docx", bomb) == Fault("unpacked")
    finally:
        children.close()


def _around_body() -> tuple[bytes, bytes]:
    space = b"http://schemas.openxmlformats.org/wordprocessingml/2006/main"
    return b'<w:document xmlns:w="' + space + b'"><w:body>', b"</w:body></w:document>"
