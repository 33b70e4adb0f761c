"""A server as a process of its own, and clients that ask it over a real socket."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import httpx

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

PASSWORD = "a password for tests"
API = "/api/v1"
_ADDRESS = re.compile(rb"Casewright at (http://[^ ]+)\. ")
_LINK = re.compile(rb"(/join/cwi\.[^ ]+) within")


@dataclass(frozen=True, slots=True)
class Served:
    """A server that listens. ``link`` is the path by which the first user joins, None where there is one."""

    url: str
    link: str | None
    process: subprocess.Popen[bytes]

    def client(self, key: str | None = None) -> httpx.Client:
        """A client that brings this key, or none."""
        headers = {} if key is None else {"Authorization": f"Bearer {key}"}
        return httpx.Client(base_url=self.url, headers=headers, timeout=60.0, trust_env=False)

    def signed_in(self, link: str | None = None, name: str | None = "ada") -> dict[str, str]:
        """Follow the link, the first user's where none is given; the headers of the session that this opens."""
        chosen = {"password": PASSWORD} if name is None else {"name": name, "password": PASSWORD}
        with self.client() as client:
            joined = client.post(link or str(self.link), json=chosen)
            assert joined.status_code == 201, joined.text
            cookies = "; ".join(f"{one}={value}" for one, value in client.cookies.items())
        return {"Cookie": cookies, "X-CSRF-Token": joined.json()["csrf_token"]}

    def join(self, link: str | None = None, name: str | None = "ada") -> str:
        """As ``signed_in``; a key for everything that they may do."""
        with httpx.Client(base_url=self.url, headers=self.signed_in(link, name), trust_env=False) as client:
            made = client.post(f"{API}/keys", json={"name": "tests", "tools": "*"})
            assert made.status_code == 201, made.text
        return str(made.json()["key"])

    def invitation(self, admin: str, name: str, role: str) -> str:
        """A link for somebody whom this ADMIN invites."""
        with self.client(admin) as client:
            return str(client.post(f"{API}/users", json={"name": name, "role": role}).json()["link"])

    def invited(self, admin: str, name: str, role: str) -> str:
        """Somebody whom this ADMIN invited, and who joined; their key."""
        return self.join(self.invitation(admin, name, role), None)


@contextmanager
def serving(home: Path, *, settings: dict[str, str] | None = None, options: tuple[str, ...] = ()) -> Iterator[Served]:
    """A server over the home on a free port, ended afterwards."""
    command = [sys.executable, "-m", "casewright", "--home", str(home), "serve", "--at", "0", *options]
    ours = {name: value for name, value in os.environ.items() if not name.startswith(("CASEWRIGHT_", "HTTP", "http"))}
    process = subprocess.Popen(command, stderr=subprocess.PIPE, env={**ours, **(settings or {})})
    try:
        url, link = _told(process)
        yield Served(url, link, process)
    finally:
        process.terminate()
        try:
            process.wait(30)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        assert process.stderr is not None
        process.stderr.close()


def _told(process: subprocess.Popen[bytes]) -> tuple[str, str | None]:
    """What the server says as it begins to listen."""
    assert process.stderr is not None
    said = b""
    while (found := announced(said)) is None:
        line = process.stderr.readline()
        assert line, f"the server ended: {said.decode()}"
        said += line
    return found


def announced(said: bytes) -> tuple[str, str | None] | None:
    """The address in what a server said as it began to listen, and the path of a link; None where it does not yet."""
    found, link = _ADDRESS.search(said), _LINK.search(said)
    return None if found is None else (found.group(1).decode(), None if link is None else link.group(1).decode())


def json_of(response: httpx.Response) -> Any:  # plain JSON data
    """The response's JSON, where it is a success."""
    assert response.is_success, f"{response.status_code} {response.text}"
    return response.json()
