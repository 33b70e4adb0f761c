"""Over HTTP everybody brings a key; foreign pages, foreign names and revoked keys get nowhere."""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING

import httpx2
import pytest

from casewright.bootstrap.home import Casewright
from casewright.bootstrap.local_actors import LOCAL_TENANT
from casewright.cli.log_notes import warnings_shown
from casewright.cli.output import Output
from tests.mcp.servers import as_user, http, read_key, run, serving

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.requirement("mcp-http")
_LIST = {"jsonrpc": "2.0", "id": 1, "method": "tools/list", "params": {}}


def post(server: str, **headers: str) -> httpx2.Response:
    """One request with these headers."""
    sent = {"Accept": "application/json, text/event-stream", **headers}
    return httpx2.post(f"{server}/mcp", json=_LIST, headers=sent, timeout=60.0, trust_env=False)


def test_without_a_key_the_way_to_one_is_named(server: str) -> None:
    """401 with the address of the metadata, which says what is protected and that a header carries the key."""
    refused = post(server)
    address = refused.headers["WWW-Authenticate"].partition('resource_metadata="')[2].rstrip('"')
    metadata = httpx2.get(address, trust_env=False).json()

    assert refused.status_code == 401
    assert address == f"{server}/.well-known/oauth-protected-resource/mcp"
    assert metadata["resource"] == f"{server}/mcp"
    assert metadata["bearer_methods_supported"] == ["header"]


@pytest.mark.parametrize("key", ["nobody's", "A" * 43, "A" * 5_000])
def test_a_key_of_nobody_is_refused(server: str, key: str) -> None:
    """What is no key, and what is one that nobody has."""
    assert post(server, Authorization=f"Bearer {key}").status_code == 401


def test_a_refused_key_is_recorded_and_not_shown(home: Path, server: str) -> None:
    """Like a refused key anywhere: ``auth.refused``, without the key."""
    key = "B" * 43
    assert post(server, Authorization=f"Bearer {key}").status_code == 401
    with as_user(home, "ada") as casewright:
        [*_, last] = casewright.parts.materials.proofs.log.records(LOCAL_TENANT)

    assert b'"event_type":"auth.refused"' in last.body
    assert key.encode() not in last.body


def test_foreign_pages_and_names_are_refused(home: Path, server: str) -> None:
    """A page of another origin, and a name that was made to point here (DNS rebinding)."""
    key = f"Bearer {read_key(home, 'ada')}"

    assert post(server, Authorization=key, Origin="https://evil.example").status_code == 403
    assert post(server, Authorization=key, Host="evil.example").status_code == 421
    assert post(server, Authorization=key, Origin=server).status_code == 200


def test_what_a_client_sent_is_shown_escaped(capsys: pytest.CaptureFixture[str]) -> None:
    """A warning of the library may hold a header, and a terminal obeys what stands in one."""
    with warnings_shown(Output(json=False), "mcp"):
        logging.getLogger("mcp.server.transport_security").warning("Invalid Origin header: \x9b2J\u202eevil")
    told = capsys.readouterr().err
    assert "evil" in told
    assert not {"\x9b", "\u202e"} & set(told)


def test_there_is_no_session_to_hold_or_to_end(home: Path, server: str) -> None:
    """No request depends on an earlier one, so any process can answer it."""
    key = {"Authorization": f"Bearer {read_key(home, 'ada')}"}
    for method in ("GET", "DELETE"):
        assert httpx2.request(method, f"{server}/mcp", headers=key, trust_env=False).status_code == 405


def test_a_revoked_key_is_refused_at_the_next_call_of_every_process(home: Path, server: str) -> None:
    """While two servers are open, and a client is connected to each."""
    with Casewright.open(home) as casewright:
        casewright.add_user("dan", "ANALYST")

    def revoke() -> None:
        with Casewright.open(home) as casewright:
            assert casewright.call("deactivate_user", {"name": "dan"}).success

    async def work(second: str) -> list[bool]:
        key = read_key(home, "dan")
        async with http(server, key) as one, http(second, key) as two:
            before = [(await client.call_tool("list_matters")).is_error for client in (one, two)]
            await asyncio.to_thread(revoke)
            return before

    with serving(home) as second:
        before = run(lambda: work(second))
        after = [post(one, Authorization=f"Bearer {read_key(home, 'dan')}").status_code for one in (server, second)]

    assert before == [False, False]
    assert after == [401, 401]
