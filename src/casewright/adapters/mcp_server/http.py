"""The server over streamable HTTP: a key as bearer token, no session that one process alone knows."""

from __future__ import annotations

import asyncio
from contextvars import ContextVar
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias
from urllib.parse import urlsplit

import uvicorn
from mcp.server.auth.middleware.auth_context import AuthContextMiddleware, get_access_token
from mcp.server.auth.middleware.bearer_auth import BearerAuthBackend, RequireAuthMiddleware
from mcp.server.auth.provider import AccessToken
from mcp.server.streamable_http_manager import StreamableHTTPASGIApp, StreamableHTTPSessionManager
from mcp.server.transport_security import (
    DEFAULT_MAX_REQUEST_BODY_SIZE,
    RequestBodyLimitMiddleware,
    TransportSecuritySettings,
)
from pydantic import AnyHttpUrl
from starlette.applications import Starlette
from starlette.middleware.authentication import AuthenticationMiddleware
from starlette.responses import JSONResponse
from starlette.routing import Route

from casewright.adapters.mcp_server.bad_messages import AnsweredOverHttp
from casewright.adapters.mcp_server.persons_own import over_mcp
from casewright.adapters.mcp_server.server import make_server
from casewright.errors import Refused
from casewright.tools.accounts import KeyHolder

if TYPE_CHECKING:
    import socket
    from collections.abc import Callable
    from contextlib import AbstractAsyncContextManager

    from starlette.authentication import AuthCredentials, BaseUser
    from starlette.requests import HTTPConnection, Request
    from starlette.types import ASGIApp, Receive, Scope, Send

    from casewright.adapters.mcp_server.door import Door

PATH = "/mcp"
METADATA = "/.well-known/oauth-protected-resource"
SignIn: TypeAlias = "Callable[[str, str], KeyHolder]"
"""Who holds a key, by its text and the address that it came from. Raises ``Refused``."""
_HOLDER = "holder"
_address: ContextVar[str] = ContextVar("casewright_mcp_address", default="unknown")


@dataclass(frozen=True, slots=True)
class Place:
    """Where the server listens, and under which address clients reach it."""

    host: str
    port: int
    url: str

    @property
    def metadata_url(self) -> str:
        """Where the metadata of the protected resource is (RFC 9728, section 3.1)."""
        parts = urlsplit(self.url)
        return f"{parts.scheme}://{parts.netloc}{METADATA}{parts.path}"

    @property
    def security(self) -> TransportSecuritySettings:
        """The names that a request may be for, and the pages that may make one: a foreign page reaches nothing."""
        parts = urlsplit(self.url)
        hosts = [parts.netloc, *(f"{name}:{self.port}" for name in ("127.0.0.1", "localhost", "[::1]"))]
        origins = [f"{parts.scheme}://{parts.netloc}", *(f"http://{host}" for host in hosts[1:])]
        return TransportSecuritySettings(allowed_hosts=hosts, allowed_origins=origins)


class KeyVerifier:
    """Who a bearer token belongs to: it is asked of the users at every request, so a revoked key ends at once."""

    def __init__(self, sign_in: SignIn) -> None:
        self._sign_in = sign_in

    async def verify_token(self, token: str) -> AccessToken | None:
        """The user whose key this is; None where it is nobody's, which is recorded."""
        try:
            holder = await asyncio.to_thread(self._sign_in, token, _address.get())
        except Refused:
            return None
        # The key itself is not handed on: nothing needs it any more.
        actor = holder.actor.id
        return AccessToken(token="", client_id=actor, scopes=[], subject=actor, claims={_HOLDER: holder})


class _Addressed(BearerAuthBackend):
    """Says where a request comes from while its key is looked up."""

    async def authenticate(self, conn: HTTPConnection) -> tuple[AuthCredentials, BaseUser] | None:
        """Who brought the key; None where nobody did."""
        _address.set("unknown" if conn.client is None else conn.client.host)
        found: tuple[AuthCredentials, BaseUser] | None = await super().authenticate(conn)
        return found


def bearer() -> KeyHolder:
    """Whose key came with the request that is being answered, and what it is for."""
    token = get_access_token()
    assert token is not None, "a request without a key is not let in"
    holder = (token.claims or {})[_HOLDER]
    assert isinstance(holder, KeyHolder), "claims are made above"
    return holder


class McpPlaces:
    """The protocol behind a key, and the metadata that says so, as routes of an application that ``runs`` them."""

    def __init__(self, door: Door, place: Place, sign_in: SignIn) -> None:
        self._manager = StreamableHTTPSessionManager(
            make_server(door), stateless=True, security_settings=place.security
        )
        self._metadata = {
            "resource": place.url,
            "resource_name": "Casewright",
            "bearer_methods_supported": ["header"],
        }
        path = urlsplit(place.url).path
        answered = AnsweredOverHttp(StreamableHTTPASGIApp(self._manager), place.security)
        limited = RequestBodyLimitMiddleware(answered, DEFAULT_MAX_REQUEST_BODY_SIZE)
        guarded = RequireAuthMiddleware(_Marked(limited), [], AnyHttpUrl(place.metadata_url))
        known = AuthenticationMiddleware(AuthContextMiddleware(guarded), backend=_Addressed(KeyVerifier(sign_in)))
        self.routes = [
            # Without sessions nothing ever comes by GET, and there is nothing to DELETE.
            Route(PATH, endpoint=known, methods=["POST"]),
            Route(METADATA, endpoint=self._describe),
            *([] if path in ("", "/") else [Route(f"{METADATA}{path}", endpoint=self._describe)]),
        ]

    def running(self) -> AbstractAsyncContextManager[None]:
        """What has to go on while requests are answered."""
        return self._manager.run()

    async def _describe(self, _request: Request) -> JSONResponse:
        return JSONResponse(self._metadata, headers={"Cache-Control": "public, max-age=3600"})


class _Marked:
    """Marks what is done as asked for over this protocol, for the gates that hold back what stays with people."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        token = over_mcp.set(True)
        try:
            await self._app(scope, receive, send)
        finally:
            over_mcp.reset(token)


def make_app(door: Door, place: Place, sign_in: SignIn) -> Starlette:
    """An application of nothing else."""
    places = McpPlaces(door, place, sign_in)
    return Starlette(routes=places.routes, lifespan=lambda _app: places.running())


async def serve_http(door: Door, place: Place, sign_in: SignIn, listening: socket.socket) -> None:
    """Serve on the socket until the process is told to end."""
    config = uvicorn.Config(
        make_app(door, place, sign_in), log_config=None, access_log=False, server_header=False, lifespan="on"
    )
    await uvicorn.Server(config).serve(sockets=[listening])
