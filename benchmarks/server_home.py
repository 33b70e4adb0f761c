"""A home with users, keys and matters over a database, and real server processes over it: what the load is put on."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from time import perf_counter, sleep
from typing import TYPE_CHECKING, Any

import httpx

from casewright.bootstrap.home import Casewright
from casewright.tools.credentials import Credential, CredentialKind
from tests.databases import create_migrated
from tests.postgresql_server import find_programs, running

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

_DURABLE = "-c max_connections=100 -c shared_buffers=64MB -c deadlock_timeout=50ms -c log_lock_waits=on"
"""PostgreSQL as it comes, which flushes every commit; it writes down every wait for a lock of more than 50 ms."""
_OFTEN = "10000000"
_PATIENCE = 60.0


@dataclass(slots=True)
class ServedHome:
    """A home in ``folder`` whose records are in the file or the database at ``address``."""

    folder: Path
    address: str
    keys: list[str] = field(default_factory=list)
    """Keys of users who take part in every matter."""
    managing: str = ""
    """The key of somebody who says who takes part: those who only do may not."""
    matters: list[str] = field(default_factory=list)

    @property
    def environment(self) -> dict[str, str]:
        """What a process over this home is started with. Requests are counted, and nobody runs out of them."""
        ours = {name: value for name, value in os.environ.items() if not name.startswith("CASEWRIGHT_")}
        url = {"CASEWRIGHT_DATABASE_URL": self.address} if "://" in self.address else {}
        return {**ours, **url, "CASEWRIGHT_REQUESTS_A_MINUTE": _OFTEN}

    def fill(self, users: int, matters: int) -> None:
        """Make users with a key each, and matters in which all of them take part."""
        with self.opened() as casewright:
            names = [f"user-{number}" for number in range(users)]
            self.keys += [_key_of(casewright, name, "ANALYST") for name in names]
            self.managing = _key_of(casewright, "manager", "ADMIN")
            for number in range(matters):
                matter = str(_done(casewright, "create_matter", {"title": f"Bench {number}"})["matter_id"])
                self.matters.append(matter)
                for name in names:
                    part = {"matter_id": matter, "user": name, "role": "counsel"}
                    _done(casewright, "share_matter", part)

    @contextmanager
    def opened(self) -> Iterator[Casewright]:
        """The home, open in this process."""
        url = self.environment.get("CASEWRIGHT_DATABASE_URL")
        before = os.environ.pop("CASEWRIGHT_DATABASE_URL", None)
        if url is not None:
            os.environ["CASEWRIGHT_DATABASE_URL"] = url
        try:
            with Casewright.open(self.folder) as casewright:
                yield casewright
        finally:
            os.environ.pop("CASEWRIGHT_DATABASE_URL", None)
            if before is not None:
                os.environ["CASEWRIGHT_DATABASE_URL"] = before

    @contextmanager
    def served(self, **settings: str) -> Iterator[Served]:
        """A server process over the home."""
        port = free_port()
        command = [sys.executable, "-m", "casewright", "--home", str(self.folder), "serve", "--at", str(port)]
        with process(
            command, {**self.environment, **settings}, self.folder / f"server-{port}.log", port
        ) as running_one:
            yield running_one


@dataclass(frozen=True, slots=True)
class Served:
    """A process that listens at ``url``."""

    url: str
    pid: int

    def client(self, key: str) -> httpx.Client:
        """A client that brings this key."""
        headers = {"Authorization": f"Bearer {key}"}
        return httpx.Client(base_url=self.url, headers=headers, timeout=60.0, trust_env=False)

    @property
    def megabytes(self) -> float:
        """What the process holds in memory."""
        pages = int(Path(f"/proc/{self.pid}/statm").read_text(encoding="ascii").split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE") / 1e6

    @property
    def busy(self) -> float:
        """Seconds of processor time that the process has taken."""
        fields = Path(f"/proc/{self.pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


@contextmanager
def process(command: Sequence[str], environment: dict[str, str], log: Path, port: int) -> Iterator[Served]:
    """A process that listens on the port, ended afterwards; what it says goes to the file."""
    with log.open("wb") as said:
        child = subprocess.Popen(command, stdout=said, stderr=said, env=environment)
        try:
            _wait(child, port, log)
            yield Served(f"http://127.0.0.1:{port}", child.pid)
        finally:
            child.terminate()
            try:
                child.wait(30)
            except subprocess.TimeoutExpired:
                child.kill()
                child.wait()


def free_port() -> int:
    """A port that nobody listens on now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextmanager
def postgresql() -> Iterator[str | None]:
    """A PostgreSQL server of this run's own, that flushes; the folder of its socket, None where none is installed."""
    programs = find_programs()
    if programs is None:
        yield None
        return
    with running(programs, _DURABLE) as folder:
        yield folder


def made_home(folder: Path, socket_folder: str | None, name: str) -> ServedHome:
    """An empty home over SQLite, or over a new database of the PostgreSQL server at ``socket_folder``."""
    folder.mkdir(parents=True)
    if socket_folder is None:
        return ServedHome(folder, str(folder / "casewright.db"))
    return ServedHome(folder, create_migrated(socket_folder, name))


def _wait(child: subprocess.Popen[bytes], port: int, log: Path) -> None:
    until = perf_counter() + _PATIENCE
    while perf_counter() < until:
        if child.poll() is not None:
            break
        try:
            httpx.get(f"http://127.0.0.1:{port}/healthz", timeout=5, trust_env=False)
        except httpx.HTTPError:
            sleep(0.05)
        else:
            return
    raise RuntimeError(f"the server did not begin to listen: {log.read_text(encoding='utf-8')[-2000:]}")


def _key_of(casewright: Casewright, name: str, role: str) -> str:
    """A new service account's key."""
    _done(casewright, "add_service_account", {"name": name, "role": role})
    made = Credential.make(CredentialKind.API_KEY, casewright.actor.tenant)
    _done(casewright, "add_api_key", {"name": "bench", "key_hash": made.hash, "tools": "*", "user": name})
    return made.text


def _done(casewright: Casewright, tool: str, arguments: Mapping[str, object]) -> dict[str, Any]:
    result = casewright.call(tool, arguments)
    assert result.success, f"{tool}: {result.content}"
    assert isinstance(result.structured, dict)
    return result.structured
