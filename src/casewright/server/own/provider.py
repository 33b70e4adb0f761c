"""Sign-in at an OpenID provider: the way there, and the way back."""

from __future__ import annotations

import asyncio
from base64 import urlsafe_b64decode, urlsafe_b64encode
from http import HTTPStatus
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from fastapi.responses import RedirectResponse

from casewright.errors import Refused
from casewright.server.answers import stopped_response
from casewright.server.described import TEXT, empty, gives, in_query
from casewright.server.own.own_route import OwnRoute
from casewright.server.problems import LIMITED, MISSING, UNAUTHENTICATED, UNAVAILABLE, Problem
from casewright.server.session_response import SESSION, session_response
from casewright.tools.provider_sign_in import BEGUN_ENDS

if TYPE_CHECKING:
    from fastapi import Request, Response

    from casewright.server.serving import Serving
    from casewright.tools.accounts import SignedIn
    from casewright.tools.provider_sign_in import ProviderSignIn

START = "/sign-in/provider"
CALLBACK = f"{START}/callback"
"""Where the provider sends browsers back to: with the server's address before it, it has to be known there."""
COOKIE = "casewright_sign_in"
_NOT_SET = "No OpenID provider is set here (CASEWRIGHT_OIDC_ISSUER): sign in with a password, at POST /api/v1/session"
_OPEN = frozenset(str(kind.status.value) for kind in (UNAUTHENTICATED, MISSING, LIMITED, UNAVAILABLE))


class ProviderRoutes:
    """Over what is served."""

    def __init__(self, serving: Serving) -> None:
        self._serving = serving
        self._credentials = serving.credentials
        self._cookie = f"__Host-{COOKIE}" if serving.credentials.secure else COOKIE

    def routes(self) -> tuple[OwnRoute, ...]:
        """Both of them."""
        told = (
            in_query("code", TEXT, "What the provider gives for a token"),
            in_query("state", TEXT, "What the browser was sent with"),
            in_query("iss", TEXT, "The provider"),
            in_query("error", TEXT, "Why the provider signed nobody in"),
        )
        there = empty(303, "The way to the provider, or to the server's own address first")
        back = empty(303, "The way to the first page, for browsers")
        return (
            OwnRoute(
                *("GET", START, "start_provider_sign_in", "Sign in at the OpenID provider", "session", self.start),
                {"responses": there},
                open_to_all=True,
                problems=_OPEN - {"401"},
            ),
            OwnRoute(
                *("GET", CALLBACK, "finish_provider_sign_in", "Come back from the OpenID provider", "session"),
                self.finish,
                {"parameters": [*told], "responses": {**gives(SESSION), **back}},
                open_to_all=True,
                problems=_OPEN,
            ),
        )

    async def start(self, request: Request) -> Response:
        """Send the browser to the provider."""
        provider = await self._provider(request)
        url = self._serving.url
        if request.headers.get("host", "").lower() != urlsplit(url).netloc.lower():
            return _redirect(url + START)  # the provider sends it back there, and so the cookie has to be kept there
        address, kept = await asyncio.to_thread(provider.start, url + CALLBACK)
        response = _redirect(address)
        response.set_cookie(
            self._cookie,
            urlsafe_b64encode(kept.encode()).decode(),
            max_age=int(BEGUN_ENDS.total_seconds()),
            path="/",
            secure=self._credentials.secure,
            httponly=True,
            samesite="lax",
        )
        return response

    async def finish(self, request: Request) -> Response:
        """Sign in whom the provider sends back."""
        try:
            response = session_response(self._credentials, await self.signed_in(request), HTTPStatus.OK)
        except Refused as error:
            response = stopped_response(Problem(UNAUTHENTICATED, str(error)))
        return self.forgotten(response)

    async def signed_in(self, request: Request) -> SignedIn:
        """The session of whom the provider sends back. Raises ``Refused``, ``Unavailable`` and ``Problem``."""
        provider = await self._provider(request)
        kept, former = _read(request.cookies.get(self._cookie, "")), request.cookies.get(self._credentials.cookie)
        return await asyncio.to_thread(provider.finish, dict(request.query_params), kept, former)

    def forgotten(self, response: Response) -> Response:
        """The response, by which the browser forgets what it began with."""
        response.delete_cookie(self._cookie, path="/", secure=self._credentials.secure, httponly=True, samesite="lax")
        return response

    async def _provider(self, request: Request) -> ProviderSignIn:
        """The provider, once the request is counted. Raises ``Problem``."""
        await self._credentials.stranger(request)
        if self._serving.provider is None:
            raise Problem(MISSING, _NOT_SET)
        return self._serving.provider


def _redirect(address: str) -> Response:
    return RedirectResponse(address, HTTPStatus.SEE_OTHER, {"Cache-Control": "no-store"})


def _read(cookie: str) -> str:
    """What the cookie keeps; nothing where it was made by somebody else."""
    try:
        return urlsafe_b64decode(cookie).decode()
    except ValueError:
        return ""
