"""The faults by name, and how much of each there is."""

from __future__ import annotations

import tempfile
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from tests.databases import create_migrated
from tests.postgresql_server import find_programs, stoppable
from tests.server_faults.database_away import stop_database
from tests.server_faults.disk_full import fill, small_disk
from tests.server_faults.hostile_files import send_hostile
from tests.server_faults.kills import kill
from tests.server_faults.servers import Server
from tests.server_faults.slow_clients import dawdle

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from tests.postgresql_server import PostgresqlServer
    from tests.server_faults.figures import Figures

    Tell = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Size:
    """How often, how many at once, and what others may have to bear: ``bound`` in seconds, ``most`` in megabytes."""

    kills: int
    stops: int
    fills: int
    clients: int
    slow: int
    files: int
    at_once: int
    bound: float
    most: int
    mounted: bool = True


SIZES: Mapping[str, Size] = {
    "full": Size(kills=20, stops=10, fills=5, clients=8, slow=500, files=200, at_once=200, bound=10.0, most=3_000),
    "small": Size(
        kills=2, stops=1, fills=1, clients=3, slow=24, files=20, at_once=20, bound=60.0, most=3_000, mounted=False
    ),
}
_SLOW_SECONDS = 150.0
_SURE = "-c fsync=off -c full_page_writes=off -c max_connections=60 -c shared_buffers=64MB"
"""A server of PostgreSQL that keeps what it committed when it is stopped at once; the machine is not."""


def bring_about(name: str, size: Size, seed: int, tell: Tell) -> Figures:
    """What came of it."""
    with tempfile.TemporaryDirectory(prefix="faults-", ignore_cleanup_errors=True) as folder:
        return FAULTS[name](Path(folder), size, seed, tell)


def _killed(folder: Path, size: Size, seed: int, tell: Tell) -> Figures:
    server = Server(folder / "home", folder / "log")
    return kill([server], kills=size.kills, seed=seed, clients=size.clients, tell=tell)


def _killed_of_two(folder: Path, size: Size, seed: int, tell: Tell) -> Figures:
    with _two(folder) as (_, servers):
        return kill(servers, kills=size.kills, seed=seed, clients=size.clients, tell=tell)


def _database_away(folder: Path, size: Size, seed: int, tell: Tell) -> Figures:
    with _two(folder) as (database, servers):
        return stop_database(database, servers, times=size.stops, seed=seed, clients=size.clients, tell=tell)


def _disk_full(folder: Path, size: Size, seed: int, tell: Tell) -> Figures:
    with small_disk(folder / "disk", mounted=size.mounted) as disk:
        return fill(disk, folder / "log", times=size.fills, seed=seed, clients=size.clients, tell=tell)


def _slow(folder: Path, size: Size, seed: int, tell: Tell) -> Figures:
    server = Server(folder / "home", folder / "log")
    return dawdle(server, connections=size.slow, seconds=_SLOW_SECONDS, seed=seed, bound=size.bound, tell=tell)


def _hostile(folder: Path, size: Size, seed: int, tell: Tell) -> Figures:
    server = Server(folder / "home", folder / "log")
    return send_hostile(
        server, files=size.files, at_once=size.at_once, seed=seed, bound=size.bound, most=size.most, tell=tell
    )


@contextmanager
def _two(folder: Path) -> Iterator[tuple[PostgresqlServer, list[Server]]]:
    """Two processes over one database of its own: the first takes requests, the second does the jobs, too."""
    programs = find_programs()
    if programs is None:
        raise RuntimeError("PostgreSQL is not installed: scripts/install-postgresql")
    with stoppable(programs, _SURE) as database:
        settings = {"CASEWRIGHT_DATABASE_URL": create_migrated(database.folder, "faults")}
        first = Server(folder / "home", folder / "first.log", {**settings, "CASEWRIGHT_WORKERS": "0"})
        yield database, [first, Server(folder / "home", folder / "second.log", settings)]


FAULTS: Mapping[str, Callable[[Path, Size, int, Tell], Figures]] = {
    "killed": _killed,
    "one of two killed": _killed_of_two,
    "database away": _database_away,
    "disk full": _disk_full,
    "slow clients": _slow,
    "hostile files": _hostile,
}
"""What goes wrong, by name."""
