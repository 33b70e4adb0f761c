"""A proxy on the way to a provider is named wherever consent to that provider is."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.providers.openai import ScriptedOllama
from tests.providers.replies import Turn
from tests.recorder import recording

if TYPE_CHECKING:
    from pathlib import Path

    from tests.e2e.conftest import Shell

PROXY = "http://ada:hidden-word@proxy.example:3128"


@pytest.mark.requirement("network-proxies")
def test_consent_names_the_proxy(shell: Shell, contracts: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In the refusal, where consent is given and where it is listed: the host, and not the password."""
    matter = shell("--json", "matter", "create", "Acme").json["matter_id"]
    shell("ingest", matter, contracts / "lease.txt")
    monkeypatch.setenv("HTTPS_PROXY", PROXY)
    monkeypatch.setenv("CASEWRIGHT_ASSISTANT", "openai:m")
    monkeypatch.setenv("CASEWRIGHT_ASSISTANT_BASE_URL", "https://models.example/v1")

    refused = shell("ask", matter, "What is the term?", code=3).err
    given = shell("matter", "consent", matter, "models.example").out
    listed = shell("--json", "matter", "consent", matter).json["consents"]

    assert "may not be sent to 'models.example', through the proxy proxy.example:3128: nobody" in refused
    assert "may be sent to models.example through the proxy proxy.example:3128:" in given
    assert [one["proxy"] for one in listed] == ["proxy.example:3128"]
    for told in (refused, given, str(listed)):
        assert "ada" not in told.replace("models", "")
        assert "hidden-word" not in told


@pytest.mark.requirement("network-proxies", "network-own-machine")
def test_check_names_the_proxy(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    """``models check`` names it before it asks; a model of this machine has none."""
    with recording() as proxy, ScriptedOllama(always=Turn("Of course!")) as server:
        for name in ("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY"):
            monkeypatch.setenv(name, proxy.address)
        for name, value in server.environment().items():
            monkeypatch.setenv(name, value)
        own = shell("models", "check", code=4)
        assert len(server.requests) == 8
        assert proxy.received == []
        assert "proxy" not in own.err.lower()
        monkeypatch.setenv("CASEWRIGHT_ASSISTANT", "openai:m")
        monkeypatch.setenv("CASEWRIGHT_ASSISTANT_BASE_URL", "https://models.example/v1")
        told = shell("models", "check", code=4).err
    assert f"at models.example through the proxy {proxy.address.removeprefix('http://')}, the assistant." in told
