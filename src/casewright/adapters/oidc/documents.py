"""What an OpenID provider publishes about itself: its endpoints and its keys, asked for again after an hour."""

from __future__ import annotations

import json
import threading
from dataclasses import dataclass
from datetime import timedelta
from typing import TYPE_CHECKING, Any, cast
from urllib.parse import urlsplit

import httpx2

from casewright.adapters.proxies import way_to
from casewright.domain.addresses import is_own_machine
from casewright.errors import Unavailable

if TYPE_CHECKING:
    from datetime import datetime

    from joserfc.jwk import KeySetSerialization

    from casewright.tools.ports.clock import Clock

_DISCOVERY = "/.well-known/openid-configuration"
_HOLDS = timedelta(hours=1)
_MOST_BYTES = 1_000_000


@dataclass(frozen=True, slots=True)
class Metadata:
    """The provider's endpoints, and how a client shows that it is one."""

    authorization_endpoint: str
    token_endpoint: str
    jwks_uri: str
    method: str


class ProviderDocuments:
    """Of the provider at ``issuer``. Safe to use from several threads."""

    def __init__(self, issuer: str, *, clock: Clock, timeout: float) -> None:
        self._issuer = issuer
        self._clock = clock
        self.way = way_to(issuer, httpx2.create_ssl_context())
        self._client = httpx2.Client(follow_redirects=False, timeout=timeout, **self.way)
        self._lock = threading.Lock()
        self._found: tuple[datetime, Metadata] | None = None
        self._keys: tuple[datetime, dict[str, Any]] | None = None

    def close(self) -> None:
        """Close its connections."""
        self._client.close()

    def metadata(self) -> Metadata:
        """Its endpoints. Raises ``Unavailable`` where it does not answer as the provider that it is to be."""
        with self._lock:
            now = self._clock.now()
            if self._found is None or not timedelta(0) <= now - self._found[0] < _HOLDS:
                self._found = (now, self._read(self._fetched(self._issuer.rstrip("/") + _DISCOVERY)))
            return self._found[1]

    def keys(self, *, anew: bool = False) -> KeySetSerialization:
        """Its key set. Raises ``Unavailable`` as ``metadata`` does."""
        address = self.metadata().jwks_uri
        with self._lock:
            now = self._clock.now()
            if anew or self._keys is None or not timedelta(0) <= now - self._keys[0] < _HOLDS:
                self._keys = (now, self._fetched(address))
            # Whether it is one, joserfc says as it reads it.
            return cast("KeySetSerialization", self._keys[1])

    def _read(self, found: dict[str, Any]) -> Metadata:
        if found.get("issuer") != self._issuer:
            raise Unavailable(
                f"The OpenID provider at {self._issuer} calls itself {str(found.get('issuer'))[:200]!r}: set "
                "CASEWRIGHT_OIDC_ISSUER to how it calls itself"
            )
        names = ("authorization_endpoint", "token_endpoint", "jwks_uri")
        for name in names:
            if not _is_safe(found.get(name)):
                raise Unavailable(f"The OpenID provider at {self._issuer} names no https address as its {name}")
        methods = found.get("token_endpoint_auth_methods_supported") or ["client_secret_basic"]
        post = "client_secret_basic" not in methods and "client_secret_post" in methods
        endpoints = {name: str(found[name]) for name in names}
        return Metadata(**endpoints, method="client_secret_post" if post else "client_secret_basic")

    def _fetched(self, address: str) -> dict[str, Any]:
        """The JSON object at the address."""
        try:
            with self._client.stream("GET", address, headers={"accept": "application/json"}) as response:
                parts, size = [], 0
                for part in response.iter_bytes():
                    parts.append(part)
                    size += len(part)
                    if size > _MOST_BYTES:
                        raise self._unavailable(f"answers with more than {_MOST_BYTES:,} bytes")
            if response.status_code != 200:
                raise self._unavailable(f"answers with {response.status_code}")
            found = json.loads(b"".join(parts))
        except httpx2.HTTPError as error:
            raise self._unavailable("cannot be reached: check the network") from error
        except (ValueError, RecursionError) as error:
            raise self._unavailable("answers with something that is no JSON") from error
        if not isinstance(found, dict):
            raise self._unavailable("answers with something that is no JSON object")
        return found

    def _unavailable(self, what: str) -> Unavailable:
        return Unavailable(f"The OpenID provider at {self._issuer} {what}")


def _is_safe(address: object) -> bool:
    """Whether it is an https address, or an http one on this machine."""
    if not isinstance(address, str):
        return False
    parts = urlsplit(address)
    return bool(parts.hostname) and (parts.scheme == "https" or (parts.scheme == "http" and is_own_machine(address)))
