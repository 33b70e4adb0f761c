"""The audit log in memory, under threads."""

from __future__ import annotations

import sys
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

import pytest

from casewright.audit.chain import verify_log
from casewright.audit.memory import MemoryAuditLog
from casewright.domain.ids import TenantId
from tests.audit_events import event

if TYPE_CHECKING:
    from collections.abc import Iterator

OURS = TenantId("ours")


@pytest.fixture
def impatient_threads() -> Iterator[None]:
    """Threads that take turns at every chance."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(before)


@pytest.mark.usefixtures("impatient_threads")
@pytest.mark.requirement("audit-concurrent-append")
def test_threads_make_one_chain() -> None:
    """However threads interleave, each event has its own place and the chain verifies."""
    log = MemoryAuditLog()

    with ThreadPoolExecutor(8) as pool:
        numbers = list(pool.map(lambda place: log.submit(event(str(place))), range(4_000)))

    assert sorted(numbers) == list(range(1, 4_001))
    assert verify_log(log, OURS) == (log.head(OURS), None)


def test_number_comes_at_once() -> None:
    """An event in memory is as durable as it will be when ``submit`` returns: its number is no future."""
    assert MemoryAuditLog().submit(event()) == 1


def test_records_that_come_while_reading_are_read() -> None:
    """A reader that is slower than the writers still sees whole records, in order."""
    log = MemoryAuditLog()
    log.submit(event("a"))
    records = log.records(OURS)

    first = next(records)
    log.submit(event("b"))

    assert [first.seq, *(record.seq for record in records)] == [1, 2]
