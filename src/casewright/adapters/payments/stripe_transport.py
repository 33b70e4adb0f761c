"""How Stripe's library reaches the network: httpx, no redirect followed, and no header about this machine."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NoReturn

import httpx
import stripe

from casewright.adapters.proxies import way_to

if TYPE_CHECKING:
    from collections.abc import Mapping

_SENT = ("Authorization", "Content-Type", "Idempotency-Key", "Stripe-Version")
"""What a request needs. The library would also tell which Python runs it, and in whose environment."""
_HEARD = ("request-id", "stripe-should-retry")
"""What the library needs of an answer. A notice of the server's would be printed as a warning."""


class PlainTransport(stripe.HTTPClient):
    """Fits the library's own class for custom clients. Safe to use from several threads."""

    name = "httpx"

    def __init__(self, base_url: str, *, timeout: float) -> None:
        super().__init__()
        self._client = httpx.Client(
            follow_redirects=False, timeout=timeout, **way_to(base_url, httpx.create_ssl_context())
        )

    def request(
        self,
        method: str,
        url: str,
        headers: Mapping[str, str] | None,
        post_data: Any = None,  # the library's own: an encoded form, or nothing
        *,
        _usage: list[str] | None = None,
    ) -> tuple[str, int, Mapping[str, str]]:
        """One request and its answer. Raises ``stripe.APIConnectionError`` where there is none."""
        sent = {name: value for name, value in (headers or {}).items() if name in _SENT}
        try:
            answer = self._client.request(method, url, headers={**sent, "User-Agent": "casewright"}, content=post_data)
        except httpx.HTTPError as error:
            self._unreached(error)
        heard = {name: answer.headers[name] for name in _HEARD if name in answer.headers}
        return answer.text, answer.status_code, heard

    def close(self) -> None:
        """Close its connections."""
        self._client.close()

    def _unreached(self, error: httpx.HTTPError) -> NoReturn:
        # With the idempotency key a request that may have arrived can be sent again. The class has no annotations.
        raise stripe.APIConnectionError(type(error).__name__, should_retry=True) from error  # type: ignore[no-untyped-call]
