"""Which proxy of the environment is used for an address, and how it is shown."""

from __future__ import annotations

import os
import ssl

import pytest

from casewright.adapters.proxies import ProviderWays, proxy_host, way_to
from casewright.domain.addresses import is_own_machine
from casewright.errors import BadSettings

THERE = "https://api.example.com/v1"
TLS = ssl.create_default_context()


@pytest.fixture(autouse=True)
def bare_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in list(os.environ):
        if name.lower().endswith("_proxy"):
            monkeypatch.delenv(name)


@pytest.mark.requirement("network-own-machine")
@pytest.mark.parametrize(
    ("url", "own"),
    [
        ("http://localhost:11434/v1", True),
        ("http://LOCALHOST", True),
        ("http://127.0.0.1:8080", True),
        ("http://127.8.9.1", True),
        ("https://[::1]:1/v1", True),
        ("http://[::ffff:127.0.0.1]", True),
        ("http://localhost.example.com", False),
        ("http://127.0.0.1.example.com", False),
        ("http://localhost@example.com", False),
        ("http://0.0.0.0", False),
        ("http://10.0.0.1", False),
        ("http://[::ffff:10.0.0.1]", False),
        ("http://2130706433", False),
        ("http://[broken", False),
        ("", False),
    ],
)
def test_own_machine(url: str, own: bool) -> None:
    """The loopback addresses and localhost are this machine, and nothing that only looks like them."""
    assert is_own_machine(url) is own


@pytest.mark.requirement("network-proxies")
@pytest.mark.parametrize(
    ("environment", "host"),
    [
        ({}, None),
        ({"HTTPS_PROXY": "http://proxy.example:3128"}, "proxy.example:3128"),
        ({"https_proxy": "http://ada:pass@proxy.example:3128/"}, "proxy.example:3128"),
        ({"ALL_PROXY": "proxy.example:3128"}, "proxy.example:3128"),
        ({"HTTP_PROXY": "http://proxy.example:3128"}, None),
        ({"HTTPS_PROXY": "http://first.example", "ALL_PROXY": "http://second.example"}, "first.example"),
        ({"HTTPS_PROXY": "http://proxy.example", "NO_PROXY": "example.com"}, None),
        ({"HTTPS_PROXY": "http://proxy.example", "NO_PROXY": "api.example.com:443, x"}, "proxy.example"),
        ({"HTTPS_PROXY": "http://proxy.example", "NO_PROXY": "x.org, *"}, None),
        ({"HTTPS_PROXY": ""}, None),
    ],
)
def test_proxy_is_named(environment: dict[str, str], host: str | None, monkeypatch: pytest.MonkeyPatch) -> None:
    """By its host and port alone, and what is named is what is used."""
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    assert proxy_host(THERE) == ProviderWays({"openai": THERE}).proxy("openai") == host
    way = way_to(THERE, TLS)
    assert (way["proxy"] is None) is (host is None)
    assert way["trust_env"] is False
    assert proxy_host("http://localhost") is None


@pytest.mark.requirement("network-proxies")
def test_network_is_excepted(monkeypatch: pytest.MonkeyPatch) -> None:
    """NO_PROXY may name a network; an address in it is reached directly."""
    monkeypatch.setenv("ALL_PROXY", "http://proxy.example")
    monkeypatch.setenv("NO_PROXY", "x/y, 10.0.0.0/8")
    assert proxy_host("https://10.1.2.3/v1") is None
    assert proxy_host("https://11.1.2.3/v1") == "proxy.example"


@pytest.mark.requirement("network-proxies")
@pytest.mark.parametrize(
    "proxy",
    ["http://ada:pa/ss@proxy.example", "ftp://proxy.example", "http://", "http://ada:80/s@proxy.example", "http://a:b"],
)
def test_unusable_proxy_is_told_without_its_password(proxy: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is a sentence that says what to set, and nothing of what was set is in it."""
    monkeypatch.setenv("HTTPS_PROXY", proxy)
    with pytest.raises(BadSettings, match="HTTPS_PROXY or ALL_PROXY") as caught:
        way_to(THERE, TLS)
    assert "ada" not in str(caught.value)
    assert proxy_host(THERE) == "an address that cannot be used"


@pytest.mark.requirement("network-proxies")
def test_socks_needs_a_library(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where it is not installed, that is what is said."""
    monkeypatch.setenv("ALL_PROXY", "socks5://ada:pass@proxy.example:1080")
    with pytest.raises(BadSettings, match=r"proxy.example:1080 speaks SOCKS.*pip install socksio"):
        way_to(THERE, TLS)
