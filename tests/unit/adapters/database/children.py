"""What the tests let other processes do: ``python -m tests.unit.adapters.database.children TASK ADDRESS …``."""

from __future__ import annotations

import asyncio
import resource
import subprocess
import sys
from concurrent.futures import Future
from dataclasses import replace
from pathlib import Path
from threading import Event
from typing import TYPE_CHECKING

from casewright.adapters.database.approvals import SqlApprovals
from casewright.adapters.database.audit_log import SqlAuditLog
from casewright.adapters.database.documents import SqlDocuments
from casewright.adapters.database.engine import open_database
from casewright.adapters.database.journal import SqlJournal
from casewright.adapters.database.matters import SqlMatters
from casewright.adapters.database.migrate import upgrade
from casewright.bootstrap.clock import SystemClock
from casewright.domain.actors import Actor
from casewright.domain.approvals import ApprovalId, ApprovalState
from casewright.domain.ids import ActorId, TenantId
from casewright.errors import CasewrightError
from casewright.policy.policy import compile_policy
from casewright.tools.calls import CallContext, ToolCall
from casewright.tools.definition import define_tool
from casewright.tools.executor import Executor
from casewright.tools.registry import Registry
from casewright.tools.tenancy import current_tenant
from tests.audit_events import event
from tests.shelf import Shelf

if TYPE_CHECKING:
    from collections.abc import Sequence

KEYED_POLICY = '[roles]\npeople = ["ADMIN"]\n[tools.send]\nroles = ["ADMIN"]'
_ROOT = Path(__file__).parents[4]


def start(task: str, *arguments: str) -> subprocess.Popen[str]:
    """Run a task in a process of its own."""
    command = [sys.executable, "-m", __name__, task, *arguments]
    return subprocess.Popen(command, cwd=_ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def append(address: str, name: str, count: int) -> None:
    """Record events one after the other and tell each number once it is acknowledged."""
    log = SqlAuditLog(open_database(address))
    for place in range(count):
        answer = log.submit(event(f"{name}-{place}"))
        tell(answer.result() if isinstance(answer, Future) else answer)
    log.close()


def migrate(address: str) -> None:
    """Open the database and bring its schema to ours; tell how it stands then."""
    database = open_database(address)
    upgrade(database)
    tell(database.schema_state())


def add(address: str, limit: int) -> None:
    """Add documents until no file of this process may grow beyond ``limit`` bytes; tell what was said."""
    database = open_database(address)
    shelf = Shelf(SqlDocuments(database), SqlMatters(database))
    shelf.add("small", identity="small")
    resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))
    try:
        shelf.add("x" * 4 * limit, identity="large")
    except CasewrightError as error:
        tell(type(error).__name__)


def decide(address: str, by: str, names: Sequence[str]) -> None:
    """Grant and use each request as soon as can be; tell which were granted and used here."""
    store = SqlApprovals(open_database(address))
    tenant = TenantId("ours")
    current_tenant.set(tenant)
    for name in names:
        pending = store.get(tenant, ApprovalId(name))
        if pending is None:
            raise AssertionError(name)
        granted = replace(
            pending, state=ApprovalState.GRANTED, decided_by=ActorId(by), decided_at=pending.created_at, seal="s"
        )
        if not store.advance(ApprovalState.PENDING, granted):
            continue
        if store.advance(ApprovalState.GRANTED, replace(granted, state=ApprovalState.CONSUMED)):
            tell(name)


def run_keyed(address: str, key: str) -> None:
    """Run a call of a tool that never ends under this key; tell when it has begun."""
    database = open_database(address)

    def forever(_arguments: object) -> object:
        tell("begun")
        Event().wait()
        return None

    tool = define_tool("send", "Sends.", [], safety_level="cautious", handler=forever)
    policy = compile_policy({"child": KEYED_POLICY})
    executor = Executor(
        Registry([tool]),
        policy=policy,
        audit=SqlAuditLog(database),
        clock=SystemClock(),
        journal=SqlJournal(database),
    )
    context = CallContext(Actor(TenantId("ours"), ActorId("ann"), "ADMIN"), idempotency_key=key)
    asyncio.run(executor.execute(ToolCall("1", "send"), context))


def tell(what: object) -> None:
    """Write a line that the parent reads at once."""
    sys.stdout.write(f"{what}\n")
    sys.stdout.flush()


def main(arguments: Sequence[str]) -> None:
    """Run the task that is named first."""
    match arguments:
        case ["append", address, name, count]:
            append(address, name, int(count))
        case ["migrate", address]:
            migrate(address)
        case ["add", address, limit]:
            add(address, int(limit))
        case ["decide", address, by, *names]:
            decide(address, by, names)
        case ["run_keyed", address, key]:
            run_keyed(address, key)
        case _:
            sys.exit(f"no such task: {arguments!r}")


if __name__ == "__main__":
    main(sys.argv[1:])
