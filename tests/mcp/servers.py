"""Servers as processes of their own, and the SDK's client to ask them."""

from __future__ import annotations

import asyncio
import os
import re
import subprocess
import sys
from contextlib import asynccontextmanager, contextmanager
from typing import TYPE_CHECKING, Any, Literal

import httpx2
from mcp import Client, StdioServerParameters
from mcp.client.streamable_http import streamable_http_client
from mcp_types import TextContent

from casewright.bootstrap.home import Casewright

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence
    from pathlib import Path

    from mcp.client.session import ElicitationFnT
    from mcp_types import CallToolResult

Wire = Literal["2026-07-28", "legacy"]
WIRES: tuple[Wire, ...] = ("2026-07-28", "legacy")
"""The newest specification, asked without a handshake, and the one before, with it."""

ADDRESS = "http://127.0.0.1:8000/approvals"
PAGE = {"CASEWRIGHT_APPROVALS_URL": ADDRESS, "CASEWRIGHT_MCP_APPROVAL_WAIT": "0"}
"""Settings of a server that sends clients there."""
LEASE = b"LEASE\n\n1. Rent\nThe Tenant shall pay the Landlord EUR 1,000 a month in advance.\n"


def environment(**settings: str) -> dict[str, str]:
    """This process's environment with none of the machine's settings and proxies, but with these."""
    kept = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith("CASEWRIGHT_") and not name.lower().endswith("_proxy")
    }
    return {**kept, **settings}


def make_home(place: Path) -> Path:
    """A home with a partner, ada, another, pat, an analyst, ben, a client, cy, and a matter of ada's that pat sees."""
    with Casewright.open(place) as casewright:
        for name, role in (("ada", "PARTNER"), ("pat", "PARTNER"), ("ben", "ANALYST"), ("cy", "CLIENT")):
            assert casewright.add_user(name, role)[1].success
    with as_user(place, "ada") as casewright:
        matter = new_matter(casewright, "Alpha / Beta")
        shared = {"matter_id": matter, "user": "pat", "role": "counsel"}
        assert casewright.call("share_matter", shared).success
        added = {"matter_id": matter, "filename": "lease.txt", "blob_id": casewright.keep(matter, LEASE)}
        assert casewright.call("add_document", added).success
        query = {"name": "rent", "query": "{IS termination clause}", "matter_id": matter}
        assert casewright.call("save_query", query).success
    return place


def as_user(home: Path, name: str) -> Casewright:
    """The home, open in this process for a user."""
    return Casewright.open(home, user_key=key_file(home, name))


def key_file(home: Path, name: str) -> Path:
    """A user's personal key file."""
    return home / "keys" / f"{name}.key"


def read_key(home: Path, name: str) -> str:
    """A user's personal key."""
    return key_file(home, name).read_text(encoding="ascii").strip()


def new_matter(casewright: Casewright, title: str) -> str:
    """The id of a matter that is made now."""
    made = casewright.call("create_matter", {"title": title}).structured
    assert isinstance(made, dict)
    return str(made["matter_id"])


def stdio(
    home: Path,
    *arguments: str,
    own: Sequence[str] = (),
    wire: Wire = "2026-07-28",
    asked: ElicitationFnT | None = None,
    **settings: str,
) -> Client:
    """A client that starts ``casewright mcp`` over this home, with ``own`` options of that command."""
    server = StdioServerParameters(
        command=sys.executable,
        args=["-m", "casewright", "--home", str(home), *arguments, "mcp", *own],
        env=environment(**settings),
    )
    return Client(server, mode=wire, elicitation_callback=asked)


@contextmanager
def serving(home: Path, **settings: str) -> Iterator[str]:
    """A server over HTTP at a free port; its address, ``http://HOST:PORT``."""
    command = [sys.executable, "-m", "casewright", "--home", str(home), "mcp", "--http", "127.0.0.1:0"]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True, env=environment(**settings)) as process:
        assert process.stderr is not None
        told = process.stderr.readline()
        found = re.search(r"listening at ([\d.]+:\d+)\.", told)
        try:
            assert found is not None, told + process.stderr.read()
            yield f"http://{found[1]}"
        finally:
            process.kill()


@asynccontextmanager
async def http(
    address: str, key: str, wire: Wire = "2026-07-28", asked: ElicitationFnT | None = None
) -> AsyncIterator[Client]:
    """A client of that server with this key."""
    async with httpx2.AsyncClient(
        headers={"Authorization": f"Bearer {key}"}, timeout=60.0, trust_env=False
    ) as connection:
        transport = streamable_http_client(f"{address}/mcp", http_client=connection)
        async with Client(transport, mode=wire, elicitation_callback=asked) as client:
            yield client


def run(work: Callable[[], Awaitable[Any]]) -> Any:
    """Run a coroutine to its end."""

    async def bounded() -> Any:
        async with asyncio.timeout(90):
            return await work()

    return asyncio.run(bounded())


def told(result: Any) -> dict[str, Any]:
    """What a result's ``_meta`` says of how the call ended."""
    found: dict[str, Any] = result.meta["casewright/result"]
    return found


def text_of(result: CallToolResult) -> str:
    """The text of a result, which has one piece of content."""
    [content] = result.content
    assert isinstance(content, TextContent)
    return content.text
