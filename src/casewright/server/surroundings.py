"""What stands around every request: its id, the hosts that are answered for, and headers that hold browsers back."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING
from uuid import uuid4

from starlette.datastructures import Headers, MutableHeaders

from casewright.server.answers import problem_response
from casewright.server.problems import INVALID
from casewright.server.request_ids import answering
from casewright.server.steady_bodies import SteadyBody

if TYPE_CHECKING:
    from collections.abc import Collection

    from starlette.types import ASGIApp, Message, Receive, Scope, Send

_ID = re.compile(r"[A-Za-z0-9._-]{1,64}\Z")
_HEADERS = {
    "Content-Security-Policy": "default-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
    # With no-referrer a browser would not say which site a form comes from either.
    "Referrer-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
}


class Surroundings:
    """Around an application. ``hosts`` are the names that it answers for; another name's request is refused."""

    def __init__(self, app: ASGIApp, hosts: Collection[str]) -> None:
        self._app = app
        self._hosts = frozenset(host.lower() for host in hosts)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on, and mark its response."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        given = headers.get("x-request-id", "")
        name = given if _ID.match(given) else str(uuid4())
        scope.setdefault("state", {})["request_id"] = name

        steady = SteadyBody(receive)

        async def marked(message: Message) -> None:
            if message["type"] == "http.response.start":
                steady.answered = True
                sent = MutableHeaders(scope=message)
                sent["X-Request-Id"] = name
                for header, value in _HEADERS.items():
                    sent.setdefault(header, value)
            await send(message)

        if headers.get("host", "").lower() not in self._hosts:
            refused = problem_response(INVALID, "This server does not answer for that host name: use its own address")
            await refused(scope, receive, marked)
            return
        with answering(name):
            await self._app(scope, steady, marked)
