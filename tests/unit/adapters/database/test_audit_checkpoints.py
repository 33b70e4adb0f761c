"""When heads are signed, and what a hand can do to what is stored."""

from __future__ import annotations

from concurrent.futures import Future, ThreadPoolExecutor
from typing import TYPE_CHECKING, Literal

import pytest
from sqlalchemy import text

from casewright.adapters.database.audit_checkpoints import SqlCheckpoints
from casewright.adapters.database.audit_log import SqlAuditLog
from casewright.adapters.vault.signing import verify
from casewright.audit.checkpoint import key_id_of
from casewright.audit.proof import prove
from casewright.domain.ids import TenantId
from casewright.errors import IntegrityError
from tests.audit_events import event
from tests.fakes.fixed_clock import FixedClock
from tests.fakes.signed_log import FIRST_KEY

if TYPE_CHECKING:
    from collections.abc import Callable

    from casewright.adapters.database.engine import Database
    from casewright.audit.proof import Proof

OURS, THEIRS = TenantId("ours"), TenantId("theirs")
KEYS = {key_id_of(FIRST_KEY.public_key): FIRST_KEY.public_key}
CUT = (
    "DELETE FROM audit_events WHERE seq > 3",
    "UPDATE audit_heads SET count = 3, hash = (SELECT hash FROM audit_events WHERE seq = 3)",
)


def checkpoints(database: Database, every: int = 4) -> SqlCheckpoints:
    return SqlCheckpoints(database, signer=lambda: FIRST_KEY, now=FixedClock().now, every=every)


def opened_log(database: Database, every: int = 4, durability: Literal["group", "each"] = "each") -> SqlAuditLog:
    return SqlAuditLog(database, durability=durability, checkpoints=checkpoints(database, every))


def record(log: SqlAuditLog, count: int, tenant: str = "ours") -> None:
    answers = [log.submit(event(f"call-{place}", tenant=tenant)) for place in range(count)]
    for answer in answers:
        if isinstance(answer, Future):
            answer.result(30)


def counts(database: Database, tenant: TenantId = OURS) -> list[int]:
    return [one.count for one in checkpoints(database).all(tenant)]


def proved(database: Database, tenant: TenantId = OURS) -> Proof:
    return prove(SqlAuditLog(database), tenant, checkpoints(database).all(tenant), KEYS, verify)


def by_hand(database: Database, *statements: str) -> None:
    with database.write() as connection:
        for statement in statements:
            connection.execute(text(statement))


@pytest.mark.requirement("audit-checkpoints")
def test_head_is_signed_every_so_many_events_and_at_the_end(database: Database) -> None:
    """Every fourth event here, and by ``close`` what came since; all of them verify."""
    log = opened_log(database, every=4)
    record(log, 9)
    assert counts(database) == [4, 8]

    log.close()
    log.close()

    assert counts(database) == [4, 8, 9]
    assert proved(database).holds
    assert proved(database).checkpoints == 3


@pytest.mark.requirement("audit-checkpoints")
def test_group_of_events_is_signed_once(database: Database) -> None:
    """Events that share a commit share the checkpoint that is due within it; the chain up to it is signed."""
    log = opened_log(database, every=5, durability="group")
    record(log, 23)
    log.close()

    signed = counts(database)
    assert signed[-1] == 23
    assert len(signed) <= 23 // 5 + 1
    assert proved(database).holds


@pytest.mark.requirement("audit-checkpoints")
def test_nothing_new_is_not_signed(database: Database) -> None:
    """A log that recorded nothing, or whose last event is signed already, signs nothing when it ends."""
    first = opened_log(database, every=4)
    record(first, 4)
    first.close()
    opened_log(database).close()

    assert counts(database) == [4]


@pytest.mark.requirement("storage-tenants")
def test_tenants_have_checkpoints_of_their_own(database: Database) -> None:
    """Each tenant's head is signed by itself."""
    log = opened_log(database)
    record(log, 2)
    record(log, 5, "theirs")
    log.close()

    assert (counts(database), counts(database, THEIRS)) == ([2], [4, 5])
    assert proved(database).holds
    assert proved(database, THEIRS).holds


def test_head_is_signed_when_asked(database: Database) -> None:
    """A checkpoint is of the head as it is; asked twice at the same head it is the same one."""
    log = opened_log(database)
    assert log.checkpoint(OURS) is None
    record(log, 2)

    made = log.checkpoint(OURS)

    assert made is not None
    assert made.at == log.head(OURS)
    assert log.checkpoint(OURS) == made
    assert checkpoints(database).all(OURS) == [made]
    assert SqlAuditLog(database).checkpoint(OURS) is None


def test_logs_side_by_side_sign_one_chain(database: Database) -> None:
    """Several logs on one database, as several processes have, sign no count twice, and all of it verifies."""
    logs = [opened_log(database, every=5) for _ in range(3)]
    with ThreadPoolExecutor(3) as pool:
        list(pool.map(lambda log: record(log, 11), logs))
    for log in logs:
        log.close()

    signed = counts(database)
    assert signed == sorted(set(signed))
    assert {5, 10, 15, 20, 25, 30, 33} == set(signed)
    assert proved(database).holds


@pytest.mark.requirement("audit-checkpoints")
def test_log_cut_by_hand_below_its_newest_checkpoint_is_found(database: Database) -> None:
    """Events removed together with the head: the checkpoint that stayed shows it."""
    log = opened_log(database)
    record(log, 4)
    by_hand(database, *CUT)

    flaw = proved(database).flaw

    assert flaw is not None
    assert flaw.reason == "event 4 was signed and is missing: the log was cut short"


@pytest.mark.requirement("audit-truncation-limit")
def test_log_cut_by_hand_with_its_checkpoints_is_not_found(database: Database) -> None:
    """The limit: where the checkpoints are removed too, only one that is kept elsewhere shows it."""
    log = opened_log(database)
    record(log, 4)
    [held] = checkpoints(database).all(OURS)
    by_hand(database, *CUT, "DELETE FROM audit_checkpoints")

    assert proved(database).holds
    assert not prove(SqlAuditLog(database), OURS, [held], KEYS, verify).holds


@pytest.mark.requirement("audit-checkpoints")
@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE audit_checkpoints SET body = '{}'",
        "UPDATE audit_checkpoints SET count = 3",
        "UPDATE audit_checkpoints SET tenant_id = 'theirs', count = 5",
    ],
)
def test_checkpoint_that_cannot_be_read_stops(database: Database, statement: str) -> None:
    """A stored checkpoint that a hand made unreadable, or moved, is an integrity failure that names its place."""
    log = opened_log(database)
    record(log, 4)
    by_hand(database, statement)

    with pytest.raises(IntegrityError, match="checkpoint at event"):
        [*checkpoints(database).all(OURS), *checkpoints(database).all(THEIRS)]


@pytest.mark.requirement("audit-checkpoints")
def test_checkpoint_of_another_tenant_is_found(database: Database) -> None:
    """A good checkpoint that a hand gave to another tenant is a flaw there."""
    log = opened_log(database)
    record(log, 4)
    record(log, 4, "theirs")
    by_hand(
        database,
        "DELETE FROM audit_checkpoints WHERE tenant_id = 'theirs'",
        "UPDATE audit_checkpoints SET tenant_id = 'theirs'",
    )

    flaw = proved(database, THEIRS).flaw

    assert flaw is not None
    assert "another tenant, 'ours'" in flaw.reason


def test_log_that_cannot_sign_its_end_closes(
    new_address: Callable[[str], str], opened: Callable[..., Database], caplog: pytest.LogCaptureFixture
) -> None:
    """Where another process keeps the database, the last events stay unsigned until the next checkpoint."""
    address = new_address("sqlite")
    ours, other = opened(address, busy_timeout=0.05), opened(address)
    log = opened_log(ours)
    record(log, 2)

    with other.write():
        log.close()

    assert "the next checkpoint will cover them" in caplog.text
    assert counts(ours) == []
    later = opened_log(ours)
    record(later, 1)
    later.close()
    assert counts(ours) == [3]
