"""A PostgreSQL server of the tests' own: made in a temporary folder, gone afterwards."""

from __future__ import annotations

import os
import pwd
import shutil
import subprocess
import tempfile
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

_INSTALLED = "/usr/lib/postgresql"
_HASTY = "-c fsync=off -c full_page_writes=off -c synchronous_commit=off -c max_connections=60 -c shared_buffers=64MB"
"""Settings of a server whose data need not outlive the machine."""


def find_programs() -> Path | None:
    """The folder with initdb and pg_ctl, of the newest version installed; None where there is none."""
    on_path = shutil.which("pg_ctl")
    folders = [Path(on_path).resolve().parent] if on_path else []
    versions = Path(_INSTALLED).glob("*/bin")
    folders += sorted(versions, key=lambda folder: float(folder.parent.name), reverse=True)
    return next((folder for folder in folders if (folder / "initdb").exists() and (folder / "pg_ctl").exists()), None)


class PostgresqlServer:
    """One on a socket in ``folder``, with its data there. Anyone local may connect as ``postgres``."""

    def __init__(self, programs: Path, folder: str, settings: str) -> None:
        self.folder = folder
        self._settings = settings
        self._user = _server_user()
        self._initdb = f"{programs}/initdb"
        self._control = [f"{programs}/pg_ctl", "-D", f"{folder}/data", "-l", f"{folder}/log", "-w", "-t", "60"]

    def create(self) -> None:
        """Make its data."""
        if self._user is not None:
            os.chown(self.folder, self._user.pw_uid, self._user.pw_gid)
        made = ["-D", f"{self.folder}/data", "-U", "postgres", "-A", "trust", "-E", "UTF8", "--locale=C", "-N"]
        _run([self._initdb, *made], self._user)

    def start(self) -> None:
        """Start it; it answers once this returns."""
        options = f"{self._settings} -c listen_addresses= -c unix_socket_directories={self.folder}"
        _run([*self._control, "-o", options, "start"], self._user)

    def stop(self) -> None:
        """End it at once, whoever is connected."""
        _run([*self._control, "-m", "immediate", "stop"], self._user)


@contextmanager
def running(programs: Path, settings: str = _HASTY) -> Iterator[str]:
    """Start a server on a socket of its own; the folder of the socket. Anyone local may connect as ``postgres``."""
    with stoppable(programs, settings) as server:
        yield server.folder


@contextmanager
def stoppable(programs: Path, settings: str = _HASTY) -> Iterator[PostgresqlServer]:
    """The same, to be stopped and started within the block, at the end of which it runs."""
    with tempfile.TemporaryDirectory(prefix="cwpg", ignore_cleanup_errors=True) as folder:
        server = PostgresqlServer(programs, folder, settings)
        server.create()
        server.start()
        try:
            yield server
        finally:
            server.stop()


def _server_user() -> pwd.struct_passwd | None:
    """Whom to run the server as, which refuses to be root; None for ourselves."""
    if os.geteuid() != 0:
        return None
    names = {entry.pw_name: entry for entry in pwd.getpwall()}
    return names.get("postgres") or names["nobody"]


def _run(command: list[str], user: pwd.struct_passwd | None) -> None:
    uid, gid = (None, None) if user is None else (user.pw_uid, user.pw_gid)
    # The server inherits what it is given: without pipes of ours, nobody waits for it to close them.
    done = subprocess.run(
        command,
        cwd="/",
        user=uid,
        group=gid,
        extra_groups=None if user is None else [],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        check=False,
    )
    if done.returncode != 0:
        raise RuntimeError(f"{command[0]} failed with exit status {done.returncode}")
