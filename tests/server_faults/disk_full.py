"""A home on a disk that fills up under load: on a file system of its own, or where files may grow no more."""

from __future__ import annotations

import os
import resource
import subprocess
import time
from contextlib import contextmanager
from typing import TYPE_CHECKING

from tests.server_faults.figures import Figures
from tests.server_faults.house import furnish
from tests.server_faults.load import KINDS, Load
from tests.server_faults.proof import prove
from tests.server_faults.servers import Server

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

_MEGABYTES = 96
_FULL = 120
"""Answers of a full disk after which there is room again."""


class SmallDisk:
    """A file system in memory that holds so many megabytes; a file of nothing takes what is free."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._ballast = folder / "ballast"

    def fill(self, _server: Server) -> None:
        """Leave no room."""
        with self._ballast.open("wb", buffering=0) as file:
            try:
                while True:
                    file.write(bytes(65536))
            except OSError:
                pass
            try:
                while True:
                    file.write(bytes(512))
            except OSError:
                pass

    def free(self, _server: Server) -> None:
        """Room again."""
        self._ballast.unlink()


class NoGrowth:
    """Where no file system can be mounted: no file of the server may grow beyond what its database is."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def fill(self, server: Server) -> None:
        """Leave no room."""
        size = (self.folder / "home" / "casewright.db").stat().st_size
        self._allow(server, min(size, 40_000))

    def free(self, server: Server) -> None:
        """Room again."""
        self._allow(server, resource.RLIM_INFINITY)

    def _allow(self, server: Server, size: int) -> None:
        resource.prlimit(server.process, resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))


@contextmanager
def small_disk(folder: Path, *, mounted: bool = True) -> Iterator[SmallDisk | NoGrowth]:
    """A file system of its own, where we may mount one and it is wanted; else a limit on the size of files."""
    folder.mkdir()
    command = ["mount", "-t", "tmpfs", "-o", f"size={_MEGABYTES}m,mode=0700", "tmpfs", str(folder)]
    if not mounted or os.geteuid() or subprocess.run(command, check=False, capture_output=True).returncode:
        yield NoGrowth(folder)
        return
    try:
        yield SmallDisk(folder)
    finally:
        subprocess.run(["umount", "-l", str(folder)], check=True)


def fill(
    disk: SmallDisk | NoGrowth, log: Path, *, times: int, seed: int, clients: int, tell: Callable[[str], None]
) -> Figures:
    """Fill it that often under load, and free it again; nobody restarts the server."""
    figures = Figures(seed=seed)
    (disk.folder / "tmp").mkdir()
    server = Server(disk.folder / "home", log, {"TMPDIR": str(disk.folder / "tmp")})
    figures.ready.append(server.start())
    key = server.join()
    with server.client(key) as client:
        house = furnish(client, clients)
    load = Load([server], key, house, seed=seed, clients=clients, kinds=(*KINDS, "file"))
    with load.running() as books:
        for number in range(times):
            time.sleep(1.0)
            disk.fill(server)
            before, until = _refused(books.answers), time.monotonic() + 20
            while _refused(books.answers) < before + _FULL and time.monotonic() < until:
                time.sleep(0.05)
            refused = _refused(books.answers) - before
            disk.free(server)
            done = sum(one.acknowledged for one in books.acts)
            until = time.monotonic() + 20
            while sum(one.acknowledged for one in books.acts) < done + 5 and time.monotonic() < until:
                time.sleep(0.05)
            went_on = sum(one.acknowledged for one in books.acts) - done
            tell(f"full {number + 1}: {refused} were told so, {went_on} acknowledged once there was room")
            if not refused:
                figures.faults.append("the disk was full, and nobody was told")
            if went_on < 5:
                figures.faults.append("there was room again, and nothing went on")
    figures.kills = times
    with server.client(key) as client:
        figures.count(books, prove(client, house, books))
    figures.notes.append("on a tmpfs" if isinstance(disk, SmallDisk) else "by a limit on the size of files")
    figures.ended(server)
    return figures


def _refused(answers: dict[int, int]) -> int:
    return sum(times for status, times in answers.items() if status in (503, 507))
