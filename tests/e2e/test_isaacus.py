"""``casewright iql`` with Isaacus by settings alone, against a server on this machine."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import pytest

from scripts.isaacus_server import IsaacusServer, Trouble, embedded_scores, isaacus_server

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tests.e2e.conftest import Shell

KEY = "iuak_v1_secret"
LAW = "{IS governing law clause}"
QUERY = f"{LAW} AND NOT {{IS indemnity clause}}"


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch, shell: Shell) -> Iterator[IsaacusServer]:
    """A server that scores as the embedded model does, and settings that lead there."""
    with isaacus_server(embedded_scores(), key=KEY) as running:
        monkeypatch.setenv("CASEWRIGHT_SCORER", "isaacus")
        monkeypatch.setenv("CASEWRIGHT_ISAACUS_API_KEY", KEY)
        monkeypatch.setenv("CASEWRIGHT_ISAACUS_BASE_URL", running.address)
        yield running


@pytest.fixture
def matter(shell: Shell, server: IsaacusServer, contracts: Path) -> str:
    """A matter with a lease in it, whose text may be sent."""
    made = shell.matter()
    shell("ingest", made, contracts / "lease.txt")
    shell("matter", "consent", made, "isaacus")
    assert server.requests == []
    return made


@pytest.mark.requirement("isaacus-setting", "isaacus-retries")
def test_same_answer_through_a_429_and_a_500(shell: Shell, server: IsaacusServer, matter: str) -> None:
    """The query runs against Isaacus by settings, goes on through a 429 and a 500, and says who answered and what
    was sent; the second time nothing is."""
    server.troubles += [Trouble(429, headers={"retry-after": "0"}), Trouble(500, headers={"retry-after": "0"})]

    found = shell("--json", "iql", QUERY, "--matter", matter).json

    assert server.answered[:3] == [429, 500, 200]
    assert found["backend"].startswith("isaacus/kanon-universal-classifier@127.0.0.1")
    assert [result["match_count"] for result in found["document_results"]] == [1]
    assert found["warnings"][0].startswith(f"{len(server.pairs)} texts were sent to Isaacus, ")
    assert {one["query"] for one in server.requests} <= {LAW, "{IS indemnity clause}"}
    sent = len(server.requests)

    again = shell("--json", "iql", QUERY, "--matter", matter).json

    assert len(server.requests) == sent
    assert again["document_results"] == found["document_results"]
    assert again["warnings"] == []


@pytest.mark.requirement("isaacus-setting", "iql-push-down")
def test_push_down_sends_less_and_says_the_same(shell: Shell, server: IsaacusServer, matter: str) -> None:
    """With --exact every clause is scored; without it fewer are, and the result is the same."""
    saving = shell("--json", "iql", QUERY, "--matter", matter).json
    sent = len(server.pairs)
    exact = shell("--json", "iql", QUERY, "--matter", matter, "--exact").json

    assert sent < len(server.pairs)
    assert exact["document_results"] == saving["document_results"]


@pytest.mark.requirement("consent-denied")
def test_without_consent_denied(shell: Shell, server: IsaacusServer, contracts: Path) -> None:
    """A matter nobody consented for, and the scratch matter of files, are refused with exit code 3 and the command."""
    refused = shell("iql", LAW, contracts / "lease.txt", code=3)

    assert "casewright matter consent" in refused.err
    assert server.requests == []
    command = refused.err.partition("casewright matter consent ")[2].partition("'")[0].split()
    shell("matter", "consent", *command)
    assert "Text of this matter may be sent to isaacus" in shell("matter", "consent", command[0]).out
    shell("iql", LAW, contracts / "lease.txt")
    assert "is sent to nobody" in shell("matter", "consent", *command, "--revoke").out
    shell("iql", LAW, contracts / "lease.txt", code=3)


FAILURES = {
    "wrong key": (Trouble(401), "Isaacus API error: the API key was refused (401): check CASEWRIGHT_ISAACUS_API_KEY"),
    "out of funds": (Trouble(402), "Isaacus API error: the account is out of funds or overdue (402)"),
    "malformed": (Trouble(200, body=b"{}"), "Isaacus API error: the server's answer cannot be used"),
}


@pytest.mark.requirement("isaacus-errors", "isaacus-kept")
@pytest.mark.parametrize("name", FAILURES)
def test_failure_after_the_first_statement_keeps_it(
    shell: Shell, server: IsaacusServer, matter: str, name: str
) -> None:
    """What was scored before the failure is not bought again, once the failure is mended."""
    trouble, said = FAILURES[name]
    server.troubles += [None, trouble]

    failed = shell("--json", "iql", QUERY, "--matter", matter, "--exact", code=4)

    assert failed.json["error"].startswith(said)
    bought = set(server.pairs)
    assert bought
    shell("iql", QUERY, "--matter", matter, "--exact")
    assert len(server.pairs) == len(set(server.pairs))
    assert bought < set(server.pairs)


@pytest.mark.requirement("isaacus-errors")
def test_key_is_missing(shell: Shell, server: IsaacusServer, matter: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without a key the setting is named; nothing else needs it."""
    monkeypatch.delenv("CASEWRIGHT_ISAACUS_API_KEY")

    failed = shell("iql", LAW, "--matter", matter, code=2)

    assert "Isaacus API error: there is no API key: put yours into CASEWRIGHT_ISAACUS_API_KEY" in failed.err
    shell("matter", "list")


@pytest.mark.requirement("isaacus-errors")
def test_client_library_is_missing(
    shell: Shell, server: IsaacusServer, matter: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without the extra the command that installs it is named."""
    monkeypatch.delitem(sys.modules, "casewright.adapters.scoring.isaacus.client", raising=False)
    monkeypatch.delitem(sys.modules, "casewright.adapters.scoring.isaacus.scorer", raising=False)
    monkeypatch.setitem(sys.modules, "isaacus", None)

    failed = shell("iql", LAW, "--matter", matter, code=2)

    assert "Isaacus API error: its client library is missing: pip install 'casewright[isaacus]'" in failed.err


@pytest.mark.requirement("spend-caps")
def test_caps_are_held_before_anything_is_sent(
    shell: Shell, server: IsaacusServer, matter: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A query that could cost more than it may is refused with exit code 3, and nothing is sent."""
    for name in ("CASEWRIGHT_ISAACUS_QUERY_TOKENS", "CASEWRIGHT_ISAACUS_MONTH_TOKENS"):
        monkeypatch.setenv(name, "10")
        refused = shell("iql", LAW, "--matter", matter, code=3)
        assert name in refused.err
        assert "nothing was sent" in refused.err
        monkeypatch.delenv(name)
    assert server.requests == []


@pytest.mark.requirement("spend-estimate")
def test_estimate_before_anything_is_sent(
    shell: Shell, server: IsaacusServer, contracts: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What a query would cost is told without consent, is an upper bound, and is nothing once it was asked."""
    made = shell.matter()
    shell("ingest", made, contracts / "lease.txt")
    told = shell("--json", "iql", QUERY, "--matter", made, "--estimate").json
    assert (told["provider"], told["month_left"]) == ("isaacus", 50_000_000)
    assert server.requests == []

    shell("matter", "consent", made, "isaacus")
    shell("iql", QUERY, "--matter", made, "--exact")

    assert told["texts"] == len(server.pairs)
    assert told["tokens"] > 0
    again = shell("iql", QUERY, "--matter", made, "--estimate").out
    assert again.startswith("At most 0 texts to isaacus, about 0 tokens. A query may take 5,000,000, and 49,999,")
    monkeypatch.setenv("CASEWRIGHT_SCORER", "embedded")
    assert "on this machine" in shell("iql", QUERY, "--matter", made, "--estimate").out


@pytest.mark.parametrize("address", ["http://example.com/v1", "ftp://127.0.0.1", "api.isaacus.com", ""])
def test_address_that_would_travel_in_the_clear(shell: Shell, monkeypatch: pytest.MonkeyPatch, address: str) -> None:
    """Text and key go by https, or stay on this machine; an empty setting is none."""
    monkeypatch.setenv("CASEWRIGHT_ISAACUS_BASE_URL", address)

    ended = shell("matter", "list", code=2 if address else 0)

    assert ("CASEWRIGHT_ISAACUS_BASE_URL" in ended.err) == bool(address)


@pytest.mark.requirement("isaacus-key-hidden")
def test_key_stands_nowhere(shell: Shell, server: IsaacusServer, matter: str) -> None:
    """No output, no event and no file of the home holds the key."""
    server.troubles.append(Trouble(401))
    failed = shell("iql", LAW, "--matter", matter, code=4)
    shown = shell("--json", "audit", "show")

    assert KEY not in failed.out + failed.err + shown.out
    files = [path for path in shell.home.rglob("*") if path.is_file()]
    assert [path for path in files if KEY.encode() in path.read_bytes()] == []
