"""Keys of a home that is older than keys of callers: each stays its caller's, by the audit; none is lost."""

from __future__ import annotations

from contextlib import closing
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from alembic import command
from sqlalchemy import text

from casewright.adapters.database.approvals import SqlApprovals
from casewright.adapters.database.audit_log import SqlAuditLog
from casewright.adapters.database.engine import open_database
from casewright.adapters.database.journal import SqlJournal
from casewright.adapters.database.migrate import migrations, upgrade
from casewright.domain.actors import Caller
from casewright.domain.ids import ActorId, TenantId
from casewright.tools.ports.journal import Entry, RecordedResult
from tests.audit_events import event
from tests.fakes.fixed_clock import START

if TYPE_CHECKING:
    from collections.abc import Sequence

    from casewright.adapters.database.engine import Database
    from casewright.audit.events import Event

OURS, THEIRS = TenantId("ours"), TenantId("theirs")
_ROW = text(
    "INSERT INTO call_journal (tenant_id, key, fingerprint, tool, begun_at, status, content, structured, result_hash)"
    " VALUES (:tenant, :key, 'f', 'send', :at, :status, :content, :structured, :hash)"
)
_REQUEST = text(
    "INSERT INTO approvals (tenant_id, id, actor_id, actor_role, actor_kind, call_id, call_key, fingerprint, tool,"
    " tool_version, arguments, argument_hash, policy_hash, preview, why, nonce, created_at, expires_at, token, state)"
    " VALUES ('ours', '1', 'ann', 'ADMIN', 'person', 'c', 'asked', 'f', 'send', '1', '{}', 'h', 'h', '', '', 'n',"
    " :at, :at, 't', 'consumed')"
)
RESULT = RecordedResult("success", "sent", "null", None, None, "sha256:ab")


def older(database: Database, ended: Sequence[tuple[TenantId, str]], open_: Sequence[tuple[TenantId, str]]) -> None:
    """A database of revision 0025 whose journal has these keys."""
    with database.write() as connection:
        command.upgrade(migrations(connection), "0025")
    at = START.isoformat(timespec="microseconds")
    with database.write() as connection:
        done = {"status": "success", "content": "sent", "structured": "null", "hash": "sha256:ab"}
        for told, keys in ((done, ended), (dict.fromkeys(done), open_)):
            for tenant, key in keys:
                connection.execute(_ROW, {"tenant": tenant, "key": key, "at": at, **told})
        connection.execute(_REQUEST, {"at": at})


def recorded(database: Database, *events: Event) -> None:
    """Chain the events."""
    log = SqlAuditLog(database)
    for one in events:
        log.submit(one)
    log.close()


def of(actor: str, key: str, *, tenant: TenantId = OURS, phase: str = "intent") -> Event:
    """One of a call's events."""
    return replace(event(), tenant_id=tenant, agent_id=actor, idempotency_key=key, phase=phase)  # type: ignore[arg-type]


@pytest.mark.requirement("idempotency-caller")
def test_keys_stay_their_callers(bare_address: str) -> None:
    """Who called, by the last intent under the key, hears its result again; for everybody else the key is free."""
    ended = [(OURS, "k"), (THEIRS, "k"), (OURS, "\u0219 'x'"), (OURS, "taken over")]
    with closing(open_database(bare_address)) as database:
        older(database, ended, [(OURS, "cut off"), (OURS, "never begun")])
        recorded(
            database,
            of("bo", "k", phase="requested"),
            of("ann", "k"),
            of("pat", "k", phase="granted"),
            of("bo", "k", tenant=THEIRS),
            of("document_agent/ann", "\u0219 'x'"),
            of("bo", "taken over"),
            of("ann", "taken over"),
            of("bo", "taken over", phase="stopped"),
            of("cy", "cut off"),
            of("cy", "of no row"),
        )

        upgrade(database)

        journal = SqlJournal(database)
        callers = {
            Caller(OURS, ActorId("ann")): {"k": RESULT, "taken over": RESULT},
            Caller(OURS, ActorId("bo")): {},
            Caller(THEIRS, ActorId("bo")): {"k": RESULT},
            Caller(OURS, ActorId("document_agent/ann")): {"\u0219 'x'": RESULT},
            Caller(OURS, ActorId("cy")): {"cut off": None},
            Caller(OURS, ActorId("")): {"never begun": None},
        }
        keys = {key for _, key in ended} | {"cut off", "never begun", "of no row"}
        found = {caller: [entry for key in sorted(keys) if (entry := journal.get(caller, key))] for caller in callers}
        assert {caller: {one.key: one.result for one in entries} for caller, entries in found.items()} == callers
        assert {one.key for one in journal.unfinished(OURS)} == {"cut off", "never begun"}
        free = Entry(Caller(OURS, ActorId("bo")), "k", "f", "send", START)
        assert journal.begin(free) is None
        assert journal.begin(replace(free, caller=Caller(OURS, ActorId("ann")))) is not None
        [asked] = SqlApprovals(database).all(OURS)
        assert (asked.caller, asked.behind) == (Caller(OURS, ActorId("ann")), None)
        assert SqlApprovals(database).standing(asked.caller, "asked", "f", START) == asked


def test_empty_journal_is_changed_as_well(bare_address: str) -> None:
    """Of a database without calls the audit is not read, and its journal takes keys of callers."""
    with closing(open_database(bare_address)) as database:
        older(database, [], [])
        upgrade(database)
        journal = SqlJournal(database)
        callers = [
            Caller(OURS, ActorId("bot"), "ann"),
            Caller(OURS, ActorId("bot"), "bo"),
            Caller(OURS, ActorId("ann")),
        ]
        entries = [Entry(one, "k", "f", "send", START) for one in callers]
        assert [journal.begin(one) for one in entries] == [None] * 3
        assert [journal.begin(one) for one in entries] == entries
