"""A served home: what a read through everything costs beside a bare route, and what a server in use takes.

Real server processes, on SQLite and on a PostgreSQL of this run's own that flushes every commit. The load comes from
wrk, which is installed apart (Debian: ``apt install wrk``). The audit is on throughout, requests are counted, and
row-level security keeps tenants apart on PostgreSQL.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from benchmarks import calibration, server_load, server_reads, server_times, server_uses
from benchmarks.server_home import made_home, postgresql

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

PARTS = ("reads", "queries", "streams", "matters", "times")


def main(arguments: Sequence[str] | None = None) -> int:
    """Print all parts, or those that are named."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("parts", nargs="*", choices=[[], *PARTS], help=" ".join(PARTS))
    given = parser.parse_args(arguments)
    if not server_load.is_there():
        print(f"left out: needs {server_load.WRK} (Debian: apt install wrk)")
        return 0
    parts = given.parts or PARTS
    with tempfile.TemporaryDirectory(prefix="casewright-served-") as folder:
        _measure(Path(folder) / "sqlite", None, "SQLite", parts, quick=given.quick)
        with postgresql() as socket:
            if socket is None:
                print("left out on PostgreSQL: it is not installed")
            else:
                _measure(Path(folder) / "postgresql", socket, "PostgreSQL", parts, quick=given.quick)
    return 0


def _measure(folder: Path, socket: str | None, name: str, parts: Sequence[str], *, quick: bool) -> None:
    measures: dict[str, Callable[[Path], None]] = {
        "reads": lambda at: _reads(at, socket, name, quick=quick),
        "queries": lambda at: _queries(at, socket, name, quick=quick),
        "streams": lambda at: _streams(at, socket, name, quick=quick),
        "matters": lambda at: _matters(at, socket, name, quick=quick),
        "times": lambda at: _times(at, socket, name, quick=quick),
    }
    for part in parts:
        print(calibration.line(), flush=True)
        measures[part](folder / part / "home")


def _reads(folder: Path, socket: str | None, name: str, *, quick: bool) -> None:
    home = made_home(folder, socket, "reads")
    home.fill(server_reads.CONNECTIONS, 1)
    server_reads.measure(home, name, rounds=1 if quick else 4, seconds=2 if quick else 5)


def _queries(folder: Path, socket: str | None, name: str, *, quick: bool) -> None:
    home = made_home(folder, socket, "queries")
    home.fill(20, 1)
    server_uses.queries(home, name, users=20, documents=5 if quick else 100, seconds=2 if quick else 10)


def _streams(folder: Path, socket: str | None, name: str, *, quick: bool) -> None:
    home = made_home(folder, socket, "streams")
    home.fill(10, 1)
    server_uses.streams(home, name, count=20 if quick else 200, seconds=2 if quick else 5)


def _matters(folder: Path, socket: str | None, name: str, *, quick: bool) -> None:
    if socket is None:
        return
    home = made_home(folder, socket, "matters")
    home.fill(10, 2 if quick else 50)
    server_uses.many_matters(home, name, Path(socket) / "log", seconds=2 if quick else 10)


def _times(folder: Path, socket: str | None, name: str, *, quick: bool) -> None:
    home = made_home(folder, socket, "times")
    home.fill(1, 2)  # words are put into the second, which no query reads
    rounds = 5 if quick else 40
    server_times.words(home, name, chunks=1_000 if quick else 20_000, rounds=rounds)
    if socket is None:
        server_times.backup(home, name)
    else:
        server_times.tenant_named(home, name, rounds * 20)
    server_times.requests(home, name, rounds=rounds, jobs=10 if quick else 100)


if __name__ == "__main__":
    sys.exit(main())
