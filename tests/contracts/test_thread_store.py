"""What every store of threads keeps."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import timedelta
from typing import TYPE_CHECKING

import pytest

from casewright.adapters.database.threads import SqlThreads
from casewright.domain.ids import ActorId, MatterId, TenantId
from casewright.domain.threads import Thread, ThreadId, Usage
from tests.databases import EVERYWHERE
from tests.fakes.fixed_clock import START
from tests.fakes.memory_threads import MemoryThreads

if TYPE_CHECKING:
    from collections.abc import Callable

    from casewright.adapters.database.engine import Database
    from casewright.tools.ports.documents import ThreadStore

OURS, THEIRS = TenantId("ours"), TenantId("theirs")
ALPHA, ADA = MatterId("alpha"), ActorId("ada")
THREAD = Thread(ThreadId("t1"), OURS, ALPHA, ADA, "Which law? ș \x00", START)


@pytest.fixture(params=EVERYWHERE)
def threads(request: pytest.FixtureRequest, new_database: Callable[[str], Database]) -> ThreadStore:
    """An empty store of each kind in turn."""
    return MemoryThreads() if request.param == "memory" else SqlThreads(new_database(request.param))


def test_thread_comes_back(threads: ThreadStore) -> None:
    """A thread is what was stored, and another tenant has none of that id."""
    threads.add(THREAD)

    assert threads.get(OURS, THREAD.id) == THREAD
    assert threads.get(THEIRS, THREAD.id) is None
    assert threads.get(OURS, ThreadId("t2")) is None


def test_own_threads_newest_first(threads: ThreadStore) -> None:
    """A person's threads in a matter are listed newest first, and nobody else's."""
    later = replace(THREAD, id=ThreadId("t2"), created_at=START + timedelta(seconds=1))
    for one in (
        THREAD,
        later,
        replace(THREAD, id=ThreadId("t3"), owner=ActorId("ben")),
        replace(THREAD, id=ThreadId("t4"), matter=MatterId("beta")),
        replace(THREAD, id=ThreadId("t5"), tenant=THEIRS),
    ):
        threads.add(one)

    assert list(threads.of_owner(OURS, ALPHA, ADA)) == [later, THREAD]


def test_what_is_used_adds_up(threads: ThreadStore) -> None:
    """What threads used is counted for each, and together for their matter; side by side nothing is lost."""
    other = replace(THREAD, id=ThreadId("t2"), owner=ActorId("ben"))
    threads.add(THREAD)
    threads.add(other)
    threads.add(replace(THREAD, id=ThreadId("t3"), matter=MatterId("beta")))
    with ThreadPoolExecutor(4) as pool:
        list(pool.map(lambda _: threads.spend(OURS, THREAD.id, Usage(3, 2)), range(8)))
    threads.spend(OURS, other.id, Usage(1, 0))
    threads.spend(OURS, ThreadId("t3"), Usage(100, 100))

    kept = threads.get(OURS, THREAD.id)
    assert kept is not None
    assert kept.used == Usage(24, 16)
    assert threads.used_in(OURS, ALPHA) == Usage(25, 16)
    assert threads.used_in(THEIRS, ALPHA) == Usage()
