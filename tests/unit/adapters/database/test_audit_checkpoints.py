"""When heads are signed, and what a hand can do to what is stored."""

from __future__ import annotations

from concurrent.futures import Future, ThreadPoolExecutor
from typing import TYPE_CHECKING

import orjson
import pytest
from sqlalchemy import text

from casewright.adapters.database.audit_log import SqlAuditLog
from casewright.audit.chain import Flaw, link
from casewright.domain.ids import TenantId
from casewright.errors import IntegrityError
from tests.audit_events import event
from tests.fakes.head_signing import SigningHome

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from casewright.adapters.database.engine import Database
    from casewright.audit.proof import Proof

OURS, THEIRS = TenantId("ours"), TenantId("theirs")
CUT = (
    "DELETE FROM audit_events WHERE seq > 3",
    "UPDATE audit_heads SET count = 3, hash = (SELECT hash FROM audit_events WHERE seq = 3)",
)


@pytest.fixture
def home(database: Database, tmp_path: Path) -> SigningHome:
    """Signs every fourth event."""
    return SigningHome(database, tmp_path)


def record(log: SqlAuditLog, count: int, tenant: str = "ours") -> None:
    answers = [log.submit(event(f"call-{place}", tenant=tenant)) for place in range(count)]
    for answer in answers:
        if isinstance(answer, Future):
            answer.result(30)


def counts(home: SigningHome, tenant: TenantId = OURS) -> list[int]:
    return [one.count for one in home.checkpoints.all(tenant)]


def proved(home: SigningHome, tenant: TenantId = OURS) -> Proof:
    return home.proved(tenant)


def by_hand(database: Database, *statements: str) -> None:
    with database.write() as connection:
        for statement in statements:
            connection.execute(text(statement))


@pytest.mark.requirement("audit-checkpoints")
def test_head_is_signed_every_so_many_events_and_at_the_end(home: SigningHome) -> None:
    """Every fourth event here, and by ``close`` what came since; all of them verify."""
    log = home.log()
    record(log, 9)
    assert counts(home) == [4, 8]

    log.close()
    log.close()

    assert counts(home) == [4, 8, 9]
    assert proved(home).holds
    assert proved(home).checkpoints == 3


@pytest.mark.requirement("audit-checkpoints")
def test_group_of_events_is_signed_once(home: SigningHome, tmp_path: Path) -> None:
    """Events that share a commit share the checkpoint that is due within it; the chain up to it is signed."""
    log = SigningHome(home.database, tmp_path, every=5).log("group")
    record(log, 23)
    log.close()

    signed = counts(home)
    assert signed[-1] == 23
    assert len(signed) <= 23 // 5 + 1
    assert proved(home).holds


@pytest.mark.requirement("audit-checkpoints")
def test_nothing_new_is_not_signed(home: SigningHome) -> None:
    """A log that recorded nothing, or whose last event is signed already, signs nothing when it ends."""
    first = home.log()
    record(first, 4)
    first.close()
    home.log().close()

    assert counts(home) == [4]


@pytest.mark.requirement("storage-tenants")
def test_tenants_have_checkpoints_of_their_own(home: SigningHome) -> None:
    """Each tenant's head is signed by itself."""
    log = home.log()
    record(log, 2)
    record(log, 5, "theirs")
    log.close()

    assert (counts(home), counts(home, THEIRS)) == ([2], [4, 5])
    assert proved(home).holds
    assert proved(home, THEIRS).holds


def test_head_is_signed_when_asked(home: SigningHome) -> None:
    """A checkpoint is of the head as it is; asked twice at the same head it is the same one."""
    log = home.log()
    assert log.checkpoint(OURS) is None
    record(log, 2)

    made = log.checkpoint(OURS)

    assert made is not None
    assert made.at == log.head(OURS)
    assert log.checkpoint(OURS) == made
    assert home.checkpoints.all(OURS) == [made]
    assert SqlAuditLog(home.database).checkpoint(OURS) is None


def test_logs_side_by_side_sign_one_chain(home: SigningHome, tmp_path: Path) -> None:
    """Several logs on one database, as several processes have, sign no count twice, and all of it verifies."""
    logs = [SigningHome(home.database, tmp_path, every=5).log() for _ in range(3)]
    with ThreadPoolExecutor(3) as pool:
        list(pool.map(lambda log: record(log, 11), logs))
    for log in logs:
        log.close()

    signed = counts(home)
    assert signed == sorted(set(signed))
    assert signed[-1] == 33
    assert proved(home).holds


@pytest.mark.requirement("audit-checkpoints")
def test_log_cut_by_hand_below_its_newest_checkpoint_is_found(home: SigningHome) -> None:
    """Events removed together with the head: the checkpoint that stayed shows it."""
    log = home.log()
    record(log, 4)
    by_hand(home.database, *CUT)

    flaw = proved(home).flaw

    assert flaw is not None
    assert flaw.reason == "event 4 was signed and is missing: the log was cut short"


@pytest.mark.requirement("audit-checkpoints")
def test_log_cut_by_hand_with_its_checkpoints_is_found(home: SigningHome) -> None:
    """Where the checkpoints are removed too, the remembered head shows it."""
    log = home.log()
    record(log, 4)
    by_hand(home.database, *CUT, "DELETE FROM audit_checkpoints")

    flaw = proved(home).flaw

    assert flaw is not None
    assert flaw == Flaw(3, "event 4 was remembered and is missing: the log was cut short", "cut")


@pytest.mark.requirement("audit-truncation-limit")
def test_log_cut_by_hand_above_all_that_is_remembered_is_found_by_a_head_from_elsewhere(home: SigningHome) -> None:
    """The limit: what was not signed yet can be cut off; only a head that is kept elsewhere shows it."""
    log = home.log()
    record(log, 7)
    held = log.head(OURS)
    by_hand(home.database, *(one.replace("3", "5") for one in CUT))

    assert proved(home).holds
    assert home.proved(OURS, held).flaw is not None


@pytest.mark.requirement("audit-forged")
def test_event_put_in_by_hand_is_not_signed_and_told_once(home: SigningHome, caplog: pytest.LogCaptureFixture) -> None:
    """A log that goes on over a forged event signs nothing more, records that once, and warns."""
    log = home.log()
    record(log, 4)
    head = log.head(OURS)
    forged = link(head, event("forged"))
    with home.database.write() as connection:
        row = {"tenant": "ours", "seq": 5, "body": forged.body, "hash": bytes.fromhex(forged.hash)}
        connection.execute(text("INSERT INTO audit_events VALUES (:tenant, :seq, :body, :hash, NULL)"), row)
        connection.execute(text("UPDATE audit_heads SET count = 5, hash = :hash"), {"hash": row["hash"]})

    record(log, 9)
    log.close()
    again = home.log()
    record(again, 1)
    with pytest.raises(IntegrityError, match="at event 5, the event fits the chain, and this system did not write it"):
        again.checkpoint(OURS)
    again.close()

    assert counts(home) == [4]
    told = [orjson.loads(one.body) for one in again.records(OURS)]
    assert [one["tool_args"] for one in told if one["event_type"] == "audit.head_refused"] == [
        {"kind": "forged", "count": 5}
    ]
    assert "accept-restored" in caplog.text


def test_checkpoint_planted_where_the_next_one_will_be(home: SigningHome) -> None:
    """A checkpoint that a hand put where the head will be is not taken for ours."""
    log = home.log()
    record(log, 2)
    by_hand(
        home.database,
        "INSERT INTO audit_checkpoints SELECT tenant_id, 3, '{}' FROM audit_heads",
    )
    record(log, 1)

    with pytest.raises(IntegrityError, match="checkpoint at event 3"):
        log.checkpoint(OURS)


@pytest.mark.requirement("audit-checkpoints")
@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE audit_checkpoints SET body = '{}'",
        "UPDATE audit_checkpoints SET count = 3",
        "UPDATE audit_checkpoints SET tenant_id = 'theirs', count = 5",
    ],
)
def test_checkpoint_that_cannot_be_read_stops(home: SigningHome, statement: str) -> None:
    """A stored checkpoint that a hand made unreadable, or moved, is an integrity failure that names its place."""
    log = home.log()
    record(log, 4)
    by_hand(home.database, statement)

    with pytest.raises(IntegrityError, match="checkpoint at event"):
        [*home.checkpoints.all(OURS), *home.checkpoints.all(THEIRS)]


@pytest.mark.requirement("audit-checkpoints")
def test_checkpoint_of_another_tenant_is_found(home: SigningHome) -> None:
    """A good checkpoint that a hand gave to another tenant is a flaw there."""
    log = home.log()
    record(log, 4)
    record(log, 4, "theirs")
    by_hand(
        home.database,
        "DELETE FROM audit_checkpoints WHERE tenant_id = 'theirs'",
        "UPDATE audit_checkpoints SET tenant_id = 'theirs'",
    )

    flaw = proved(home, THEIRS).flaw

    assert flaw is not None
    assert "another tenant, 'ours'" in flaw.reason


def test_log_that_cannot_sign_its_end_closes(
    new_address: Callable[[str], str], opened: Callable[..., Database], tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """Where another process keeps the database, the last events stay unsigned until the next checkpoint."""
    address = new_address("sqlite")
    ours, other = opened(address, busy_timeout=0.05), opened(address)
    home = SigningHome(ours, tmp_path)
    log = home.log()
    record(log, 2)

    with other.write():
        log.close()

    assert "the next checkpoint will cover them" in caplog.text
    assert counts(home) == []
    later = home.log()
    record(later, 1)
    later.close()
    assert counts(home) == [3]
