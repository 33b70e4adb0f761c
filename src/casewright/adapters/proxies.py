"""How clients reach the network: this machine directly, other machines by the proxy that the environment names.

The libraries would each read the environment by themselves, and send what is for this machine to a proxy, too. They are
told the way here, in one place, so that what is shown of it is what is used.
"""

from __future__ import annotations

from importlib.util import find_spec
from ipaddress import ip_address, ip_network
from typing import TYPE_CHECKING, TypedDict
from urllib.parse import urlsplit
from urllib.request import getproxies, proxy_bypass

from casewright.domain.addresses import is_own_machine
from casewright.errors import BadSettings

if TYPE_CHECKING:
    import ssl
    from collections.abc import Mapping
    from urllib.parse import SplitResult

_SOCKS = ("socks5", "socks5h")
_SCHEMES = ("http", "https", *_SOCKS)


class Way(TypedDict):
    """What httpx's clients are given: nothing else is read from the environment."""

    trust_env: bool
    proxy: str | None
    verify: ssl.SSLContext


def way_to(url: str, verify: ssl.SSLContext) -> Way:
    """The way to this address. Raises ``BadSettings`` for a proxy in the environment that cannot be used."""
    found = _named_proxy(url)
    if found is None:
        return Way(trust_env=False, proxy=None, verify=verify)
    parts = _usable(found)
    if parts is None:
        raise BadSettings(
            f"The environment's proxy for {urlsplit(url).hostname} cannot be used: write HTTPS_PROXY or ALL_PROXY as "
            "http://host:port, or name the host in NO_PROXY"
        )
    if parts.scheme in _SOCKS and find_spec("socksio") is None:
        raise BadSettings(
            f"The environment's proxy {_host(parts)} speaks SOCKS, and what speaks to it is not installed: pip install "
            "socksio"
        )
    return Way(trust_env=False, proxy=found, verify=verify)


def proxy_host(url: str) -> str | None:
    """The host (and port) of the proxy on the way to this address, without its password; None where there is none."""
    found = _named_proxy(url)
    if found is None:
        return None
    parts = _usable(found)
    return "an address that cannot be used" if parts is None else _host(parts)


class ProviderWays:
    """Fits ``tools.ports.consents.Ways``. ``addresses`` are by provider; another provider's name is its host."""

    def __init__(self, addresses: Mapping[str, str]) -> None:
        self._addresses = addresses

    def proxy(self, provider: str, /) -> str | None:
        """The host of the proxy through which the provider is reached from here."""
        return proxy_host(self._addresses.get(provider, f"https://{provider}"))


def _named_proxy(url: str) -> str | None:
    """What the environment names: for the scheme, or for all; lower case goes first, as everywhere."""
    if is_own_machine(url):
        return None
    parts, named = urlsplit(url), getproxies()
    found = named.get(parts.scheme) or named.get("all")
    if not found or _is_excepted(parts, named.get("no", "")):
        return None
    return found if "://" in found else f"http://{found}"


def _is_excepted(parts: SplitResult, excepted: str) -> bool:
    """Whether NO_PROXY names the host: by name, or by a network that its address lies in."""
    names = [name.strip() for name in excepted.split(",")]
    if "*" in names or proxy_bypass(parts.netloc):
        return True
    try:
        host = ip_address(parts.hostname or "")
    except ValueError:
        return False
    return any(_holds(name, host) for name in names if "/" in name)


def _holds(network: str, host: object) -> bool:
    try:
        return host in ip_network(network, strict=False)
    except ValueError:
        return False


def _usable(proxy: str) -> SplitResult | None:
    """The parts of a proxy's address; None where it is none, so that no password is taken for a host."""
    try:
        parts = urlsplit(proxy)
        usable = parts.scheme in _SCHEMES and bool(parts.hostname) and (parts.port or 1) > 0
    except ValueError:
        return None
    return parts if usable and parts.path in ("", "/") and not parts.query and not parts.fragment else None


def _host(parts: SplitResult) -> str:
    return parts.netloc.rpartition("@")[2]
