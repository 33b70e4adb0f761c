"""The queue in front of the audit's transactions."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING

import pytest

from casewright.adapters.database.group_commit import GroupCommit
from casewright.errors import IntegrityError, StorageFull, Unavailable
from tests.audit_events import event

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from casewright.audit.events import Event


class Disk:
    """Stores events in memory; can be held still, and can fail."""

    def __init__(self) -> None:
        self.batches: list[list[str]] = []
        self.failures: list[Exception] = []
        self.refused: set[str] = set()
        self._free = threading.Event()
        self.writing = threading.Event()
        self._free.set()

    def commit(self, events: Sequence[Event]) -> Sequence[int | Unavailable]:
        self.writing.set()
        assert self._free.wait(30)
        if self.failures:
            raise self.failures.pop(0)
        before = sum(map(len, self.batches))
        self.batches.append([item.call_id for item in events])
        return [
            Unavailable(item.call_id) if item.call_id in self.refused else before + place
            for place, item in enumerate(events, start=1)
        ]

    def hold(self) -> None:
        self._free.clear()

    def release(self) -> None:
        self._free.set()


@pytest.fixture
def disk() -> Iterator[Disk]:
    disk = Disk()
    yield disk
    disk.release()


def held(disk: Disk, group: GroupCommit) -> None:
    """Make the writing thread wait in the middle of a commit."""
    disk.hold()
    group.submit(event("held"))
    assert disk.writing.wait(30)


@pytest.mark.requirement("audit-group-commit")
def test_events_that_wait_are_written_together(disk: Disk) -> None:
    """While one commit runs, events gather, and the next commit takes them all, in order."""
    group = GroupCommit(disk.commit)
    held(disk, group)
    futures = [group.submit(event(str(place))) for place in range(10)]

    disk.release()

    assert [future.result(30) for future in futures] == list(range(2, 12))
    assert disk.batches == [["held"], [str(place) for place in range(10)]]
    group.close()


def test_batches_are_bounded(disk: Disk) -> None:
    """One commit takes no more than its share, so that no transaction grows without bound."""
    group = GroupCommit(disk.commit, batch=4)
    held(disk, group)
    futures = [group.submit(event(str(place))) for place in range(10)]

    disk.release()

    assert [future.result(30) for future in futures] == list(range(2, 12))
    assert [len(batch) for batch in disk.batches] == [1, 4, 4, 2]
    group.close()


@pytest.mark.requirement("audit-never-drops")
def test_full_queue_makes_the_caller_wait(disk: Disk) -> None:
    """An event beyond the capacity waits for room and is written then; none is dropped."""
    group = GroupCommit(disk.commit, capacity=3)
    held(disk, group)
    for place in range(3):
        group.submit(event(str(place)))
    late = threading.Thread(target=lambda: group.submit(event("late")).result(30))
    late.start()

    late.join(0.05)
    assert late.is_alive()
    disk.release()
    late.join(30)

    assert not late.is_alive()
    group.close()
    assert [call for batch in disk.batches for call in batch] == ["held", "0", "1", "2", "late"]


@pytest.mark.requirement("audit-failed-commit")
def test_failed_commit_fails_exactly_its_events(disk: Disk) -> None:
    """The events of a transaction that failed are told so; those before and after are written."""
    group = GroupCommit(disk.commit)
    first = group.submit(event("first"))
    assert first.result(30) == 1
    disk.failures.append(StorageFull("no room"))

    failed = group.submit(event("failed"))
    with pytest.raises(StorageFull, match="no room"):
        failed.result(30)

    assert group.submit(event("later")).result(30) == 2
    group.close()
    assert disk.batches == [["first"], ["later"]]


@pytest.mark.parametrize("failure", [IntegrityError("damaged"), RuntimeError("a bug"), MemoryError()])
def test_any_failure_is_unavailable_with_its_cause(disk: Disk, failure: Exception) -> None:
    """Whatever made a commit fail reaches the waiting caller as ``Unavailable``, and the thread lives on."""
    group = GroupCommit(disk.commit)
    disk.failures.append(failure)

    with pytest.raises(Unavailable) as raised:
        group.submit(event("failed")).result(30)

    assert raised.value.__cause__ is failure
    assert group.submit(event("later")).result(30) == 1
    group.close()


def test_refused_event_fails_alone(disk: Disk) -> None:
    """An event that cannot be stored fails by itself; its neighbours in the batch are written."""
    group = GroupCommit(disk.commit)
    disk.refused.add("1")
    held(disk, group)
    futures = [group.submit(event(str(place))) for place in range(3)]
    disk.release()

    assert futures[0].result(30) == 2
    assert isinstance(futures[1].exception(30), Unavailable)
    assert futures[2].result(30) == 4
    group.close()


def test_taken_event_cannot_be_cancelled(disk: Disk) -> None:
    """A caller that stops waiting does not take its event out of the audit."""
    group = GroupCommit(disk.commit)
    held(disk, group)
    future = group.submit(event("kept"))

    assert not future.cancel()
    disk.release()
    group.close()

    assert future.result(30) == 2


def test_close_writes_what_waits(disk: Disk) -> None:
    """Closing waits for every event that was taken."""
    group = GroupCommit(disk.commit)
    held(disk, group)
    futures = [group.submit(event(str(place))) for place in range(5)]
    closing = threading.Thread(target=group.close)
    closing.start()

    disk.release()
    closing.join(30)

    assert [future.result(0) for future in futures] == [2, 3, 4, 5, 6]


def test_close_frees_callers_that_wait_for_room(disk: Disk) -> None:
    """A caller that waits for room when the log is closed is told so and its event is not written."""
    group = GroupCommit(disk.commit, capacity=1)
    held(disk, group)
    group.submit(event("waiting"))
    told: list[Exception] = []

    def submit() -> None:
        try:
            group.submit(event("late"))
        except Unavailable as error:
            told.append(error)

    late = threading.Thread(target=submit)
    late.start()
    late.join(0.05)
    assert late.is_alive()
    closing = threading.Thread(target=group.close)
    closing.start()
    late.join(30)
    disk.release()
    closing.join(30)

    assert len(told) == 1
    assert disk.batches == [["held"], ["waiting"]]


def test_nothing_runs_before_the_first_event(disk: Disk) -> None:
    """Making and closing a queue starts no thread."""
    before = threading.active_count()

    GroupCommit(disk.commit).close()

    assert threading.active_count() == before
    assert disk.batches == []
