"""What every lock of cases promises: one at a time, in this process and in others, and no longer than its holder."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import psycopg
import pytest

from casewright.adapters.locks.files import FileLocks
from casewright.adapters.locks.names import digest
from casewright.adapters.locks.postgresql import PostgresLocks
from casewright.agents.alone import alone
from casewright.errors import Busy, Unavailable
from tests.databases import EVERYWHERE, create_postgresql
from tests.fakes.memory_locks import MemoryLocks
from tests.postgresql_relay import never_closing
from tests.shelf import OURS, THEIRS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from casewright.domain.ids import TenantId
    from casewright.tools.ports.cases import CaseLocks

CASE, OTHER = "6f1c2b1e-5a0e-4a35-9a51-3a4b1a0f0c11", "6f1c2b1e-5a0e-4a35-9a51-3a4b1a0f0c12"
_ROOT = Path(__file__).parents[2]
_HOLDER = """
import sys
from pathlib import Path
from casewright.adapters.locks.files import FileLocks
from casewright.adapters.locks.postgresql import PostgresLocks
kind, place, case = sys.argv[1:]
locks = FileLocks(Path(place)) if kind == "sqlite" else PostgresLocks(place)
with locks.held("ours", case):
    print("held", flush=True)
    sys.stdin.read()
"""


@pytest.fixture
def place(request: pytest.FixtureRequest, tmp_path: Path) -> tuple[str, str]:
    """A kind of lock, and where it is."""
    kind: str = request.param
    if kind == "postgresql":
        return kind, create_postgresql(request.getfixturevalue("postgresql_socket"), "locks")
    return kind, str(tmp_path / "locks")


@pytest.fixture
def locks(place: tuple[str, str]) -> CaseLocks:
    """Locks of each kind in turn."""
    kind, where = place
    if kind == "memory":
        return MemoryLocks()
    return FileLocks(Path(where)) if kind == "sqlite" else PostgresLocks(where)


everywhere = pytest.mark.parametrize("place", EVERYWHERE, indirect=True)
across_processes = pytest.mark.parametrize("place", EVERYWHERE[1:], indirect=True)


@contextmanager
def holder(place: tuple[str, str]) -> Iterator[subprocess.Popen[str]]:
    """Another process that holds the case's lock."""
    command = [sys.executable, "-c", _HOLDER, *place, CASE]
    process = subprocess.Popen(command, cwd=_ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    assert process.stdout.readline() == "held\n"
    try:
        yield process
    finally:
        process.kill()
        process.communicate()


def is_free(locks: CaseLocks, tenant: TenantId = OURS, case: str = CASE) -> bool:
    try:
        with locks.held(tenant, case):
            return True
    except Busy:
        return False


def wait_at_the_server(address: str) -> None:
    """Stand in the server's own queue for the case's lock, however long that takes."""
    key = int.from_bytes(digest("case", OURS, CASE), signed=True)
    with psycopg.connect(address, autocommit=True) as connection:
        connection.execute("SELECT pg_advisory_lock(%s)", (key,))
        connection.execute("SELECT pg_advisory_unlock(%s)", (key,))


@pytest.mark.requirement("case-lock")
@everywhere
def test_one_at_a_time(locks: CaseLocks) -> None:
    """Whoever comes second is refused at once, with the case's id; afterwards it is free, whatever happened inside."""
    with locks.held(OURS, CASE), pytest.raises(Busy, match=CASE), locks.held(OURS, CASE):
        pass
    with pytest.raises(ZeroDivisionError), locks.held(OURS, CASE):
        raise ZeroDivisionError
    assert is_free(locks)


@pytest.mark.requirement("case-lock")
@everywhere
def test_free_when_let_go_of(locks: CaseLocks) -> None:
    """Whoever takes it right after somebody else gets it, each time."""
    assert [is_free(locks) for _ in range(20)] == [True] * 20


@pytest.mark.requirement("case-lock")
@pytest.mark.postgresql
def test_free_before_its_connection_has_ended(postgresql_socket: str) -> None:
    """The server lets go of it when it is told to, and not when it gets to see that the connection is closed."""
    address = create_postgresql(postgresql_socket, "locks")
    with never_closing(Path(postgresql_socket)) as relay:
        assert is_free(PostgresLocks(address.replace(postgresql_socket, relay)))
        assert is_free(PostgresLocks(address))


@pytest.mark.requirement("case-lock")
@everywhere
def test_other_cases_and_other_tenants_are_free(locks: CaseLocks) -> None:
    """A lock is of one case of one tenant: of three that differ in either, each is free until it is taken itself."""
    all_three = ((OURS, CASE), (OURS, OTHER), (THEIRS, CASE))
    seen = []
    with ExitStack() as held:
        for tenant, case in all_three:
            held.enter_context(locks.held(tenant, case))
            seen.append([is_free(locks, *one) for one in all_three])
    assert seen == [[False, True, True], [False, False, True], [False, False, False]]
    assert all(is_free(locks, *one) for one in all_three)


@pytest.mark.requirement("case-lock")
@across_processes
def test_another_process_holds_it(place: tuple[str, str], locks: CaseLocks) -> None:
    """While it does, we are refused; once it has ended, we are not."""
    with holder(place) as process:
        assert not is_free(locks)
        process.communicate("")
        assert is_free(locks)


@pytest.mark.requirement("case-lock")
@across_processes
def test_holder_is_killed(place: tuple[str, str], locks: CaseLocks) -> None:
    """A process that is killed with -9 holds nothing any more."""
    with holder(place) as process:
        assert not is_free(locks)
        process.kill()
        process.wait()
        if place[0] == "postgresql":  # a server sees that its client is gone when the system tells it
            wait_at_the_server(place[1])
        assert is_free(locks)


@pytest.mark.requirement("case-lock")
@everywhere
def test_held_from_an_event_loop(locks: CaseLocks) -> None:
    """``alone`` holds it for as long as it is open, and tells who comes second."""

    async def go() -> bool:
        async with alone(locks.held(OURS, CASE)):
            with pytest.raises(Busy):
                async with alone(locks.held(OURS, CASE)):
                    pass
        return is_free(locks)

    assert asyncio.run(go())


@everywhere
def test_cancelled_while_it_is_taken(locks: CaseLocks) -> None:
    """Whoever gives up waiting holds nothing afterwards."""

    async def go() -> None:
        async def take() -> None:
            async with alone(locks.held(OURS, CASE)):
                pytest.fail("nobody waits for it any more")

        task = asyncio.ensure_future(take())
        await asyncio.sleep(0)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task

    asyncio.run(go())
    assert is_free(locks)


def test_failures_are_ours(tmp_path: Path) -> None:
    """A folder that cannot be made, and a server that is not there, are told as such."""
    (tmp_path / "file").write_text("")
    with pytest.raises(Unavailable, match="cannot be opened"), FileLocks(tmp_path / "file").held(OURS, CASE):
        pass
    with pytest.raises(Unavailable), PostgresLocks("postgresql://nobody@127.0.0.1:1/none").held(OURS, CASE):
        pass
