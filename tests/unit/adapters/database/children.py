"""What the tests let other processes do: ``python -m tests.unit.adapters.database.children TASK ADDRESS …``."""

from __future__ import annotations

import resource
import subprocess
import sys
from concurrent.futures import Future
from pathlib import Path
from typing import TYPE_CHECKING

from casewright.adapters.database.audit_log import SqlAuditLog
from casewright.adapters.database.documents import SqlDocuments
from casewright.adapters.database.engine import open_database
from casewright.adapters.database.matters import SqlMatters
from casewright.adapters.database.migrate import upgrade
from casewright.errors import CasewrightError
from tests.audit_events import event
from tests.shelf import Shelf

if TYPE_CHECKING:
    from collections.abc import Sequence

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
        case _:
            sys.exit(f"no such task: {arguments!r}")


if __name__ == "__main__":
    main(sys.argv[1:])
