"""The audit in a database, under hands, crashes and full disks."""

from __future__ import annotations

import signal
import sqlite3
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import closing
from typing import TYPE_CHECKING

import pytest
from sqlalchemy import text
from sqlalchemy.event import listen

from casewright.adapters.database.audit_log import SqlAuditLog
from casewright.adapters.database.engine import open_database
from casewright.audit.chain import Flaw, Head, verify_log
from casewright.domain.ids import TenantId
from casewright.errors import IntegrityError, StorageFull, Unavailable
from tests.audit_events import event
from tests.unit.adapters.database.children import start

if TYPE_CHECKING:
    from collections.abc import Callable

    from casewright.adapters.database.engine import Database

OURS = TenantId("ours")


@pytest.fixture
def path(new_address: Callable[[str], str]) -> str:
    """A SQLite file with the schema."""
    return new_address("sqlite")


def filled(address: str, count: int = 5) -> Head:
    """Record events and close everything, as a finished process leaves it."""
    database = open_database(address)
    log = SqlAuditLog(database)
    for place in range(count):
        log.submit(event(f"call-{place}"))
    log.close()
    head = log.head(OURS)
    database.close()
    return head


def by_hand(path: str, *statements: str) -> None:
    with closing(sqlite3.connect(path)) as connection:
        for statement in statements:
            connection.execute(statement)
        connection.commit()


def verified(address: str, expected: Head | None = None) -> tuple[Head, Flaw | None]:
    database = open_database(address)
    try:
        return verify_log(SqlAuditLog(database), OURS, expected=expected)
    finally:
        database.close()


@pytest.mark.requirement("audit-byte-by-hand")
@pytest.mark.parametrize("column", ["body", "hash"])
@pytest.mark.parametrize("offset", [0, 1, 13, 31])
@pytest.mark.parametrize("value", ["00", "FF"])
def test_one_byte_changed_by_hand_is_found(path: str, column: str, offset: int, value: str) -> None:
    """Another byte in the audit table, valid text or not, is a flaw at its event."""
    filled(path)
    changed = f"substr({column}, 1, {offset}) || X'{value}' || substr({column}, {offset + 2})"
    by_hand(path, f"UPDATE audit_events SET {column} = CAST({changed} AS BLOB) WHERE seq = 3")

    reached, flaw = verified(path)

    assert reached.count == 2
    assert flaw is not None
    assert flaw.seq == 3


@pytest.mark.requirement("audit-byte-by-hand")
@pytest.mark.parametrize(
    ("statements", "seq"),
    [
        (["UPDATE audit_events SET body = replace(CAST(body AS TEXT), 'call-2', 'call-9') WHERE seq = 3"], 3),
        (["UPDATE audit_events SET hash = 'not a hash' WHERE seq = 3"], 3),
        (["UPDATE audit_events SET seq = 'three' WHERE seq = 3"], 3),
        (["UPDATE audit_events SET tenant_id = 'theirs' WHERE seq = 3"], 3),
        (["DELETE FROM audit_events WHERE seq = 3"], 3),
        (["DELETE FROM audit_events WHERE seq = 5"], 4),
        (["DELETE FROM audit_events"], 0),
        (["DELETE FROM audit_heads"], 5),
        (["UPDATE audit_heads SET count = 4"], 5),
        (["UPDATE audit_heads SET hash = zeroblob(32)"], 5),
        (["INSERT INTO audit_events SELECT tenant_id, 6, body, hash, mac FROM audit_events WHERE seq = 5"], 6),
        (
            [
                "UPDATE audit_events SET seq = 99 WHERE seq = 2",
                "UPDATE audit_events SET seq = 2 WHERE seq = 3",
                "UPDATE audit_events SET seq = 3 WHERE seq = 99",
            ],
            2,
        ),
    ],
)
def test_change_by_hand_is_found(path: str, statements: list[str], seq: int) -> None:
    """Whatever SQL was run over the audit's tables, the verifier says where and does not fail."""
    filled(path)
    by_hand(path, *statements)

    _, flaw = verified(path)

    assert flaw is not None
    assert flaw.seq == seq


def test_head_that_is_no_number_is_an_integrity_error(path: str, opened: Callable[..., Database]) -> None:
    """A head that a hand made unreadable stops verifying and recording."""
    filled(path)
    by_hand(path, "UPDATE audit_heads SET count = 'many'")

    with pytest.raises(IntegrityError, match="'many'"):
        verified(path)
    log = SqlAuditLog(opened(path))
    answer = log.submit(event())
    assert isinstance(answer, Future)
    assert isinstance(answer.exception(30), Unavailable)
    log.close()


@pytest.mark.requirement("audit-truncation-limit")
def test_log_cut_with_its_head_is_found_only_by_a_kept_head(path: str) -> None:
    """The newest events removed together with the head: invisible to the log itself, not to a kept head."""
    kept = filled(path)
    third = "SELECT hash FROM audit_events WHERE seq = 3"
    by_hand(path, f"UPDATE audit_heads SET count = 3, hash = ({third})", "DELETE FROM audit_events WHERE seq > 3")

    assert verified(path)[1] is None
    assert verified(path, expected=kept)[1] is not None


@pytest.mark.requirement("audit-concurrent-append")
def test_two_processes_append_to_one_chain(database_address: str) -> None:
    """Two processes recording at once into one database lose nothing, and the chain verifies."""
    children = [start("append", database_address, name, "60") for name in ("first", "second")]
    outputs = [child.communicate(timeout=120) for child in children]

    assert [child.returncode for child in children] == [0, 0], outputs
    numbers = [int(line) for output, _ in outputs for line in output.split()]
    assert sorted(numbers) == list(range(1, 121))
    reached, flaw = verified(database_address)
    assert (reached.count, flaw) == (120, None)


@pytest.mark.requirement("audit-acknowledged-survives")
def test_acknowledged_events_survive_a_kill(database_address: str) -> None:
    """Whatever was acknowledged when the process is killed is there, and the chain verifies and goes on."""
    child = start("append", database_address, "killed", "100000")
    assert child.stdout is not None
    acknowledged = [int(child.stdout.readline()) for _ in range(40)]
    child.send_signal(signal.SIGKILL)
    remaining, _ = child.communicate(timeout=60)
    acknowledged += [int(line) for line in remaining.split("\n")[:-1]]

    reached, flaw = verified(database_address)

    assert flaw is None
    assert acknowledged == list(range(1, len(acknowledged) + 1))
    assert reached.count >= acknowledged[-1]
    assert filled(database_address, 1).count == reached.count + 1


@pytest.mark.requirement("audit-failed-commit")
def test_full_disk_is_told_and_nothing_is_half_recorded(path: str, opened: Callable[..., Database]) -> None:
    """Where the disk is full the event is refused as such, and the chain verifies up to the last one taken."""
    with opened(path).read() as connection:
        pages = connection.execute(text("PRAGMA page_count")).scalar_one()
    log = SqlAuditLog(opened(path, max_page_count=pages + 8), durability="each")
    taken = 0
    failure: Exception | None = None
    while failure is None and taken < 10_000:
        try:
            log.submit(event(arguments={"text": "x" * 500}))
            taken += 1
        except Unavailable as error:
            failure = error

    reached, flaw = verified(path)
    assert isinstance(failure, StorageFull)
    assert taken > 0
    assert (reached.count, flaw) == (taken, None)


def test_broken_transaction_fails_its_events_and_later_ones_go_on(database: Database) -> None:
    """Events whose transaction was refused are not in the log; once it works again, recording goes on."""
    log = SqlAuditLog(database)
    with database.write() as connection:
        connection.execute(text("ALTER TABLE audit_events RENAME TO hidden"))
    failed = log.submit(event("failed"))
    assert isinstance(failed, Future)
    assert isinstance(failed.exception(30), Unavailable)
    with database.write() as connection:
        connection.execute(text("ALTER TABLE hidden RENAME TO audit_events"))

    later = log.submit(event("later"))

    assert isinstance(later, Future)
    assert later.result(30) == 1
    log.close()
    assert verify_log(log, OURS)[1] is None


def test_transactions_of_several_tenants_do_not_wait_for_each_other_for_ever(database: Database) -> None:
    """Two transactions that record for the same tenants in opposite orders both end: heads are locked in one order."""
    log = SqlAuditLog(database)
    pairs = [[event(tenant="a"), event(tenant="b")], [event(tenant="b"), event(tenant="a")]]

    def record(place: int) -> None:
        with database.write() as connection:
            log.chain(connection, pairs[place % 2])

    with ThreadPoolExecutor(4) as pool:
        list(pool.map(record, range(60)))

    for tenant in (TenantId("a"), TenantId("b")):
        assert verify_log(log, tenant) == (Head(60, log.head(tenant).hash), None)


@pytest.mark.postgresql
def test_events_and_their_head_are_written_in_one_statement(
    new_address: Callable[[str], str], opened: Callable[..., Database]
) -> None:
    """What others wait for on PostgreSQL is one way there and back, and the commit."""
    database, written = opened(new_address("postgresql")), []
    log = SqlAuditLog(database, durability="each")
    log.submit(event("first"))
    listen(database._engine, "before_cursor_execute", lambda *told: written.append(told[2]))

    log.submit(event("second"))

    assert [words.split()[:2] for words in written] == [["WITH", "added"]]
    assert verify_log(log, OURS) == (Head(2, log.head(OURS).hash), None)


def test_reading_does_not_wait_for_a_writer(path: str, opened: Callable[..., Database]) -> None:
    """A log is read while another process writes to the database."""
    filled(path)
    writer, reader = opened(path), opened(path, busy_timeout=0.05)

    with writer.write():
        assert verify_log(SqlAuditLog(reader), OURS)[0].count == 5
