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


@contextmanager
def running(programs: Path, settings: str = _HASTY) -> Iterator[str]:
    """Start a server on a socket of its own; the folder of the socket. Anyone local may connect as ``postgres``."""
    user = _server_user()
    with tempfile.TemporaryDirectory(prefix="cwpg", ignore_cleanup_errors=True) as folder:
        if user is not None:
            os.chown(folder, user.pw_uid, user.pw_gid)
        data, log = f"{folder}/data", f"{folder}/log"
        initdb = [f"{programs}/initdb", "-D", data, "-U", "postgres", "-A", "trust", "-E", "UTF8", "--locale=C", "-N"]
        control = [f"{programs}/pg_ctl", "-D", data, "-l", log, "-w", "-t", "60"]
        options = f"{settings} -c listen_addresses= -c unix_socket_directories={folder}"
        _run(initdb, user)
        _run([*control, "-o", options, "start"], user)
        try:
            yield folder
        finally:
            _run([*control, "-m", "immediate", "stop"], user)


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
