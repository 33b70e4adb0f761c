"""What every audit log keeps, whatever its durability."""

from __future__ import annotations

from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import asdict
from typing import TYPE_CHECKING, Literal, Protocol

import orjson
import pytest

from casewright.adapters.database.audit_log import SqlAuditLog
from casewright.audit.chain import EMPTY, Head, verify_log
from casewright.audit.memory import MemoryAuditLog
from casewright.domain.ids import TenantId
from casewright.errors import Unavailable
from casewright.tools.ports.audit import AuditLog
from tests.audit_events import FULL, event

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from casewright.adapters.database.engine import Database
    from casewright.audit.events import Event

OURS, THEIRS = TenantId("ours"), TenantId("theirs")
DURABILITIES = ["group", "each"]
LOGS = [
    pytest.param(("memory", "memory"), id="memory"),
    *(pytest.param(("sqlite", each), id=f"sqlite-{each}") for each in DURABILITIES),
    *(
        pytest.param(("postgresql", each), id=f"postgresql-{each}", marks=pytest.mark.postgresql)
        for each in DURABILITIES
    ),
]


class ClosableLog(AuditLog, Protocol):
    """An audit log as bootstrap makes them."""

    def close(self) -> None: ...


def open_log(database: Database, durability: str) -> SqlAuditLog:
    known: dict[str, Literal["group", "each"]] = {"group": "group", "each": "each"}
    return SqlAuditLog(database, durability=known[durability])


@pytest.fixture(params=LOGS)
def log(request: pytest.FixtureRequest, new_database: Callable[[str], Database]) -> Iterator[ClosableLog]:
    """An empty log of each kind and durability in turn."""
    kind, durability = request.param
    made: ClosableLog = MemoryAuditLog() if kind == "memory" else open_log(new_database(kind), durability)
    yield made
    made.close()


def number(answer: int | Future[int]) -> int:
    return answer if isinstance(answer, int) else answer.result(timeout=30)


def record(log: AuditLog, *events: Event) -> list[int]:
    return [number(log.submit(item)) for item in events]


def call_ids(log: AuditLog, tenant: TenantId = OURS, after: int = 0) -> list[str]:
    return [orjson.loads(item.body)["call_id"] for item in log.records(tenant, after)]


def test_empty_log_has_an_empty_head(log: ClosableLog) -> None:
    """A tenant without events has none and the head of an empty chain."""
    assert log.head(OURS) == EMPTY
    assert list(log.records(OURS)) == []


def test_numbers_count_from_one(log: ClosableLog) -> None:
    """Events are numbered in the order they were submitted."""
    assert record(log, event("a"), event("b"), event("c")) == [1, 2, 3]
    assert call_ids(log) == ["a", "b", "c"]


@pytest.mark.requirement("audit-every-field-chained")
def test_every_field_is_recorded(log: ClosableLog) -> None:
    """What comes back holds every field as it was submitted."""
    record(log, FULL)

    [stored] = log.records(OURS)
    body = orjson.loads(stored.body)
    assert body.pop("seq") == 1
    assert body == asdict(FULL)


def test_records_after_a_number(log: ClosableLog) -> None:
    """Reading on from a number gives only what came later."""
    record(log, event("a"), event("b"), event("c"))

    assert call_ids(log, after=1) == ["b", "c"]
    assert call_ids(log, after=3) == []


def test_head_is_the_last_record(log: ClosableLog) -> None:
    """The head names the count and the hash of the newest event."""
    record(log, event("a"), event("b"))

    last = list(log.records(OURS))[-1]
    assert log.head(OURS) == Head(2, last.hash)


@pytest.mark.requirement("storage-tenants")
def test_tenants_have_chains_of_their_own(log: ClosableLog) -> None:
    """Every tenant's events are numbered from 1 and verify without the others'."""
    numbers = record(log, event("a"), event("x", tenant="theirs"), event("b"))

    assert numbers == [1, 1, 2]
    assert call_ids(log, THEIRS) == ["x"]
    assert verify_log(log, OURS) == (log.head(OURS), None)
    assert verify_log(log, THEIRS) == (log.head(THEIRS), None)


@pytest.mark.requirement("audit-concurrent-append")
def test_events_of_many_threads_make_one_chain(log: ClosableLog) -> None:
    """Eight threads of fifty events each lose none, number none twice, and the chain verifies."""

    def submit(thread: int) -> list[int]:
        return [number(log.submit(event(f"{thread}-{place}"))) for place in range(50)]

    with ThreadPoolExecutor(8) as pool:
        numbers = [place for given in pool.map(submit, range(8)) for place in given]

    reached, flaw = verify_log(log, OURS)
    assert sorted(numbers) == list(range(1, 401))
    assert (reached.count, flaw) == (400, None)
    assert sorted(call_ids(log)) == sorted(f"{thread}-{place}" for thread in range(8) for place in range(50))


def test_long_log_is_read_in_order(log: ClosableLog) -> None:
    """More events than one read takes come back whole and in order."""
    answers = [log.submit(event(str(place))) for place in range(520)]

    assert [number(answer) for answer in answers] == list(range(1, 521))
    assert call_ids(log) == [str(place) for place in range(520)]


@pytest.mark.parametrize("text", ["nul \x00", "𝔊 \U0010ffff", 'quote " and \\ and \x1a0000', "\u2028"])
def test_any_recordable_text_comes_back(log: ClosableLog, text: str) -> None:
    """Text that databases dislike is recorded and verifies."""
    record(log, event(text, arguments={text: text}))

    [stored] = log.records(OURS)
    body = orjson.loads(stored.body)
    assert (body["call_id"], body["tool_args"]) == (text, {text: text})
    assert verify_log(log, OURS)[1] is None


def test_event_that_cannot_be_recorded_fails_alone(log: ClosableLog) -> None:
    """An event that has no canonical form is refused as unavailable; those around it are recorded."""
    broken = event("broken", arguments={"x": "\ud800"})

    record(log, event("a"))
    with pytest.raises(Unavailable, match="lookup_claim"):
        record(log, broken)
    record(log, event("b"))

    assert call_ids(log) == ["a", "b"]
    assert verify_log(log, OURS)[1] is None


def test_closed_log_takes_nothing(log: ClosableLog) -> None:
    """After ``close`` everything taken is there, and every further event is refused."""
    answers = [log.submit(event(str(place))) for place in range(20)]

    log.close()
    log.close()

    assert [number(answer) for answer in answers] == list(range(1, 21))
    with pytest.raises(Unavailable, match="closed"):
        log.submit(event("late"))
    assert len(call_ids(log)) == 20


@pytest.mark.parametrize("durability", DURABILITIES)
def test_two_logs_append_to_one_chain(database: Database, durability: str) -> None:
    """Two logs on one database, as two processes have, continue each other's chain."""
    logs = [open_log(database, durability), open_log(database, durability)]

    numbers = [number(logs[place % 2].submit(event(str(place)))) for place in range(10)]
    for each in logs:
        each.close()

    assert numbers == list(range(1, 11))
    assert verify_log(logs[0], OURS) == (logs[1].head(OURS), None)
