"""How S3's client reaches the network: no redirect is followed, and a server on this machine is reached directly."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import aiohttp
from aiobotocore.httpsession import AIOHTTPSession
from botocore.exceptions import HTTPClientError

from casewright.domain.addresses import is_own_machine

if TYPE_CHECKING:
    from collections.abc import Mapping

    from fsspec import AbstractFileSystem


class RedirectRefused(Exception):
    """The server sends the request on to another address; an original does not go where nobody chose."""


class PlainSession(AIOHTTPSession):  # type: ignore[misc]  # it has no types
    """Fits aiobotocore's setting ``http_session_cls``. S3's own redirects to a region are its client's, not HTTP's."""

    # Any: aiobotocore's requests and answers have no types.
    async def send(self, request: Any) -> Any:
        """One request and its answer. Raises ``RedirectRefused``."""
        try:
            return await super().send(request)
        except HTTPClientError as error:
            if isinstance(error.kwargs.get("error"), RedirectRefused):
                raise error.kwargs["error"] from None  # or it would be tried again
            raise

    async def _get_session(self, proxy_url: str | None) -> aiohttp.ClientSession:
        session: aiohttp.ClientSession = await super()._get_session(proxy_url)
        if _WATCH not in session.trace_configs:
            session.trace_configs.append(_WATCH)
        return session


def plain(options: Mapping[str, Any]) -> dict[str, Any]:
    """The file system's options, with this session in them."""
    given = options.get("config_kwargs") or {}
    return {**options, "config_kwargs": {**given, "http_session_cls": PlainSession}}


def go_directly(files: AbstractFileSystem) -> None:
    """Have the file system reach a server on this machine without a proxy.

    Options, variables and files of settings can all name the server: the client knows which it is. It asks the
    environment for proxies when it is made, so it is made again.
    """
    if is_own_machine(files.connect().meta.endpoint_url):
        files.config_kwargs["proxies"] = {}
        files.connect(refresh=True)


async def _refuse(_session: object, _context: object, _told: object) -> None:
    raise RedirectRefused("it sends requests on to another address, which is not followed")


_WATCH = aiohttp.TraceConfig()
_WATCH.on_request_redirect.append(_refuse)
_WATCH.freeze()
