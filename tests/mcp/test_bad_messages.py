"""What is no message is answered in one sentence, without what was sent; no client waits for ever."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import TYPE_CHECKING, Any

import httpx2
import pytest
from mcp.shared.exceptions import MCPError

from tests.mcp.servers import environment, http, key_file, read_key, run

if TYPE_CHECKING:
    from pathlib import Path

    from mcp import Client

UNREADABLE = -32700
NO_MESSAGE = -32600
BAD: list[tuple[bytes, int, object]] = [
    (b"{", UNREADABLE, None),
    (b"\xff\xfe", UNREADABLE, None),
    (b"[" * 100_000, UNREADABLE, None),
    (b"null", NO_MESSAGE, None),
    (b"[]", NO_MESSAGE, None),
    (b'"marker"', NO_MESSAGE, None),
    (b'[{"jsonrpc":"2.0","id":1,"method":"tools/list"}]', NO_MESSAGE, None),
    (b'{"jsonrpc":"2.0"}', NO_MESSAGE, None),
    (b'{"jsonrpc":"2.0","id":7,"method":5}', NO_MESSAGE, 7),
    (b'{"jsonrpc":"2.0","id":"a","method":"tools/list","params":["marker"]}', NO_MESSAGE, "a"),
    (b'{"jsonrpc":"1.0","id":8,"method":"tools/list"}', NO_MESSAGE, 8),
    (b'{"jsonrpc":"2.0","id":true,"method":5}', NO_MESSAGE, None),
    (b'{"jsonrpc":"2.0","id":{"a":"marker"},"method":"ping"}', NO_MESSAGE, None),
    (b'{"jsonrpc":"2.0","id":["marker"],"method":"tools/list","params":{}}', NO_MESSAGE, None),
    (b'{"jsonrpc":"2.0","id":1.5,"method":"ping"}', NO_MESSAGE, None),
    (b'{"jsonrpc":"2.0","id":null,"method":"ping"}', NO_MESSAGE, None),
    (b'{"jsonrpc":"2.0","id":false,"method":"notifications/initialized"}', NO_MESSAGE, None),
]


def require_plain(told: dict[str, Any], code: int, number: object) -> None:
    """One sentence with this code, to this id."""
    assert (told["error"]["code"], told["id"]) == (code, number)
    assert told["error"]["message"].startswith("The message is no")
    assert "\n" not in told["error"]["message"]
    assert "marker" not in json.dumps(told)
    assert len(json.dumps(told)) < 400


@pytest.mark.requirement("mcp-http")
@pytest.mark.parametrize("wire", ["2025-11-25", "2026-07-28"])
@pytest.mark.parametrize(("body", "code", "number"), [*BAD, (b"", UNREADABLE, None)])
def test_body_that_is_no_message(home: Path, server: str, body: bytes, code: int, number: object, wire: str) -> None:
    """Over HTTP: 400 with the error of JSON-RPC, on both wires."""
    answer = post(home, server, body, **{"MCP-Protocol-Version": wire})

    assert answer.status_code == 400
    require_plain(answer.json(), code, number)


@pytest.mark.requirement("mcp-http")
def test_other_refusals_come_first(home: Path, server: str) -> None:
    """A body that is too long is not read; a foreign page, and whoever has no key, hear nothing of bodies."""
    assert post(home, server, b"[" * (4 * 1024 * 1024 + 1)).status_code == 413
    assert post(home, server, b"null", Origin="https://evil.example").status_code == 403
    assert post(home, server, b"null", Authorization="Bearer nobody's").status_code == 401


@pytest.mark.requirement("mcp-command")
def test_line_that_is_no_message(home: Path) -> None:
    """Over standard input each is answered, and the connection goes on; blank lines and answers are let be."""
    lines = [body for body, _, _ in BAD]
    first = {
        "protocolVersion": "2025-11-25",
        "capabilities": {},
        "clientInfo": {"name": "test", "version": "1"},
    }
    opening = json.dumps({"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": first}).encode()
    silent = [
        *(b"", b'{"jsonrpc":"2.0","id":3,"result":5}', b'{"jsonrpc":"2.0","method":"notifications/initialized"}'),
        b'{"jsonrpc":"2.0","id":null,"method":"notifications/initialized"}',
    ]
    last = b'{"jsonrpc":"2.0","id":99,"method":"ping"}'
    found = talk(home, [*lines, opening, *silent, *lines, last])

    answers = {answer["id"]: answer for answer in found if "result" in answer}
    refusals = [answer for answer in found if "error" in answer]
    assert set(answers) == {0, 99}
    assert len(refusals) == 2 * len(BAD)
    for told, (_, code, number) in zip(refusals, [*BAD, *BAD], strict=True):
        require_plain(told, code, number)


@pytest.mark.requirement("mcp-offered")
def test_long_address_is_not_sent_back(home: Path, server: str) -> None:
    """An address that leads nowhere, and a place in a list, are shown in part."""

    async def ask() -> list[Any]:
        async with http(server, read_key(home, "ada"), "legacy") as client:
            return [
                await refusal(client, "read_resource", "casewright://" + "a" * 200_000),
                await refusal(client, "list_resources", "a" * 200_000),
                await refusal(client, "read_resource", "casewright://nowhere"),
            ]

    long, place, short = run(ask)
    for told in (long, place):
        assert "aaa" in told.message
        assert len(told.model_dump_json()) < 1_000
    assert short.data == {"uri": "casewright://nowhere"}


async def refusal(client: Client, what: str, sent: str) -> Any:
    """The error that this request ends with."""
    with pytest.raises(MCPError) as refused:
        await (client.read_resource(sent) if what == "read_resource" else client.list_resources(cursor=sent))
    return refused.value.error


def post(home: Path, server: str, body: bytes, **headers: str) -> httpx2.Response:
    """One request of ada with this body."""
    sent = {
        "Authorization": f"Bearer {read_key(home, 'ada')}",
        "Accept": "application/json, text/event-stream",
        "Content-Type": "application/json",
        **headers,
    }
    return httpx2.post(f"{server}/mcp", content=body, headers=sent, timeout=60.0, trust_env=False)


def talk(home: Path, lines: list[bytes]) -> list[dict[str, Any]]:
    """What the server answers to these lines, until it has answered the ping."""
    command = [sys.executable, "-m", "casewright", "--home", str(home), "--as", str(key_file(home, "ada")), "mcp"]
    pipe = subprocess.PIPE
    found: list[dict[str, Any]] = []
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, env=environment()) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(b"\n".join(lines) + b"\n")
        process.stdin.flush()
        for line in process.stdout:
            found.append(json.loads(line))
            if found[-1].get("id") == 99:
                break
        process.stdin.close()
    return found
