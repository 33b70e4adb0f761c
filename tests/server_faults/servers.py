"""Servers that are started, killed and started again over one home, each with its log in a file."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

import httpx
import orjson

from tests.served import Served, announced

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

_PATIENCE = 60.0
_BROKEN = ("a request failed", "Traceback", "Exception in ASGI application", "a job could not be done", "broke off:")
UNBOUND = {"CASEWRIGHT_REQUESTS_A_MINUTE": "1000000"}
"""So that a load made by one person is not held back."""


class Server:
    """One server process over a home, started as often as is asked for; each time at another port."""

    def __init__(
        self,
        home: Path,
        log: Path,
        settings: Mapping[str, str] | None = None,
        before: Callable[[], None] | None = None,
    ) -> None:
        """``before`` is run in the new process, before the server."""
        self._home = home
        self._log = log
        self._settings = {**UNBOUND, **(settings or {})}
        self._before = before
        self._process: subprocess.Popen[bytes] | None = None
        self.url = ""
        self.link: str | None = None

    @property
    def process(self) -> int:
        """Its number."""
        assert self._process is not None
        return self._process.pid

    @property
    def is_up(self) -> bool:
        """Whether it runs."""
        return self._process is not None and self._process.poll() is None

    def start(self) -> float:
        """Start it; the seconds until it said that it is ready."""
        began = time.monotonic()
        command = [sys.executable, "-m", "casewright", "--home", str(self._home), "serve", "--at", "0"]
        ours = {name: value for name, value in os.environ.items() if not name.startswith(("CASEWRIGHT_", "HTTP"))}
        with self._log.open("ab") as log:
            begins = log.tell()
            self._process = subprocess.Popen(
                command, stderr=log, env={**ours, **self._settings}, preexec_fn=self._before, start_new_session=True
            )
        self.url, self.link = self._told(begins, began + _PATIENCE)
        with httpx.Client(base_url=self.url, trust_env=False) as client:
            while client.get("/readyz").status_code != 200:
                assert time.monotonic() < began + _PATIENCE, "the server is not ready"
                time.sleep(0.02)
        return time.monotonic() - began

    def kill(self) -> None:
        """End it as a machine does that loses its power."""
        assert self._process is not None
        self._process.kill()
        self._process.wait()

    def stop(self) -> int:
        """Tell it to end; its exit code."""
        if self._process is None:
            return 0
        self._process.send_signal(signal.SIGTERM)
        try:
            return self._process.wait(60)
        except subprocess.TimeoutExpired:
            self.kill()
            return -signal.SIGKILL

    def client(self, key: str | None = None, timeout: float = 60.0) -> httpx.Client:
        """A client that brings this key, or none. Certificates are not loaded, which takes longer than a request."""
        headers = {} if key is None else {"Authorization": f"Bearer {key}"}
        return httpx.Client(base_url=self.url, headers=headers, timeout=timeout, trust_env=False, verify=False)

    def join(self) -> str:
        """The first user's key."""
        assert self._process is not None
        return Served(self.url, self.link, self._process).join()

    def broken(self) -> list[str]:
        """What it logged of requests that broke, and of whatever else it did not expect."""
        return [line for line in self._lines() if any(one in line for one in _BROKEN)]

    def log_lines(self) -> list[str]:
        """Its log, line by line."""
        return self._log.read_text("utf-8", "replace").splitlines()

    def _lines(self) -> Iterator[str]:
        for line in self.log_lines():
            if not line.startswith("{"):
                yield line
                continue
            told = orjson.loads(line)
            yield f"{told['level']} {told['message']} {told.get('error', '')} {told.get('raised_in', '')}"

    def _told(self, begins: int, until: float) -> tuple[str, str | None]:
        while time.monotonic() < until:
            said = self._log.read_bytes()[begins:]
            if (found := announced(said)) is not None:
                return found
            assert self.is_up, f"the server ended: {said.decode()}"
            time.sleep(0.02)
        raise AssertionError("the server does not listen")


def memory_of(process: int) -> int:
    """Megabytes that the process and its children have in memory."""
    return sum(_resident(one) for one in (process, *_children(process))) // 1_000_000


def _children(process: int) -> Iterator[int]:
    try:
        found = Path(f"/proc/{process}/task/{process}/children").read_text()
        threads = [one for one in Path(f"/proc/{process}/task").iterdir() if one.name != str(process)]
        found += " ".join((one / "children").read_text() for one in threads)
    except OSError:
        return
    for child in map(int, found.split()):
        yield child
        yield from _children(child)


def _resident(process: int) -> int:
    try:
        return int(Path(f"/proc/{process}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except OSError:
        return 0
