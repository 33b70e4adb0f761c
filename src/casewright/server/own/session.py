"""Joining by a link, signing in and out: what somebody does who is nobody yet."""

from __future__ import annotations

import asyncio
from http import HTTPStatus
from typing import TYPE_CHECKING, TypeVar

from casewright.bootstrap.local_actors import LOCAL_TENANT
from casewright.domain.ids import TenantId
from casewright.errors import Refused, TooManyAttempts
from casewright.server.answers import json_response
from casewright.server.described import TEXT, an_object, empty, gives, in_path, takes_json
from casewright.server.own.own_route import OwnRoute
from casewright.server.problems import INVALID, LIMITED, MISSING, UNAUTHENTICATED, Problem
from casewright.server.requests import json_body
from casewright.server.route import PREFIX
from casewright.server.session_response import SESSION, session_response, session_view

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from fastapi import Request, Response

    from casewright.server.problems import Kind
    from casewright.server.serving import Serving
    from casewright.tools.accounts import SignedIn

T = TypeVar("T")
_LONGEST = 1_024
"""Characters of a text in a form."""
_OPEN = {str(kind.status.value) for kind in (INVALID, UNAUTHENTICATED, MISSING, LIMITED)} | {"413", "415", "503"}


class SessionRoutes:
    """Over what is served."""

    def __init__(self, serving: Serving) -> None:
        self._serving = serving
        self._accounts = serving.parts.accounts

    def routes(self) -> tuple[OwnRoute, ...]:
        """All of them."""
        password = {"type": "string", "minLength": 12, "maxLength": 1024, "format": "password"}
        join = {"parameters": in_path("secret")}
        joined = {**join, **takes_json(an_object(["password"], password=password, name=TEXT))}
        signing = takes_json(an_object(["name", "password"], tenant=TEXT, name=TEXT, password=TEXT))
        changing = takes_json(an_object(["new_password"], old_password=TEXT, new_password=password))
        shown = gives(an_object(["tenant", "role"], tenant=TEXT, role=TEXT, name={"type": ["string", "null"]}))
        place, problems = f"{PREFIX}/session", frozenset(_OPEN)
        return (
            OwnRoute(
                *("GET", "/join/{secret}", "show_invitation", "What a link invites to", "session", self.show),
                {**join, "responses": shown},
                open_to_all=True,
                problems=problems,
            ),
            OwnRoute(
                *("POST", "/join/{secret}", "join", "Follow a link: choose a password, be signed in", "session"),
                self.join,
                {**joined, "responses": gives(SESSION, 201)},
                open_to_all=True,
                problems=problems,
            ),
            OwnRoute(
                *("POST", place, "sign_in", "Sign in", "session", self.sign_in),
                {**signing, "responses": gives(SESSION, 201)},
                open_to_all=True,
                problems=problems,
            ),
            OwnRoute(
                *("GET", place, "show_session", "Who is signed in", "session", self.current),
                {"responses": gives(SESSION)},
            ),
            OwnRoute("DELETE", place, "sign_out", "Sign out", "session", self.sign_out, {"responses": empty()}),
            OwnRoute(
                *("POST", f"{place}/password", "change_password", "Change your password", "session", self.password),
                {**changing, "responses": gives(SESSION)},
            ),
        )

    async def show(self, request: Request) -> Response:
        """What a link invites to."""
        await self._serving.credentials.stranger(request)
        invitation = await self._known(lambda: self._accounts.invitation(request.path_params["secret"]), MISSING)
        return json_response({"tenant": invitation.tenant, "role": invitation.role, "name": invitation.name})

    async def join(self, request: Request) -> Response:
        """Follow a link."""
        await self._serving.credentials.stranger(request)
        given = _texts(await json_body(request), required=("password",), optional=("name",))
        secret = request.path_params["secret"]
        signed_in = await self._known(
            lambda: self._accounts.accept_invitation(secret, given["password"], given.get("name")), MISSING
        )
        return self._signed_in(signed_in, HTTPStatus.CREATED)

    async def sign_in(self, request: Request) -> Response:
        """Sign in with a password."""
        await self._serving.credentials.stranger(request)
        given = _texts(await json_body(request), required=("name", "password"), optional=("tenant",))
        tenant = TenantId(given.get("tenant", LOCAL_TENANT))
        former = request.cookies.get(self._serving.credentials.cookie)
        signed_in = await self._known(
            lambda: self._accounts.sign_in(tenant, given["name"], given["password"], former), UNAUTHENTICATED
        )
        return self._signed_in(signed_in, HTTPStatus.CREATED)

    async def current(self, request: Request) -> Response:
        """Who is signed in; a key has no token, because it needs none."""
        caller = await self._serving.caller(request)
        token = "" if caller.signed_in is None else caller.signed_in.csrf
        return json_response(session_view(caller.actor, token))

    async def sign_out(self, request: Request) -> Response:
        """End the session; a key has none."""
        caller = await self._serving.caller(request)
        if caller.signed_in is not None:
            await asyncio.to_thread(self._accounts.sign_out, caller.signed_in.secret)
        response = json_response(None, HTTPStatus.NO_CONTENT)
        response.body = b""
        response.headers["content-length"] = "0"
        credentials = self._serving.credentials
        response.delete_cookie(credentials.cookie, path="/", secure=credentials.secure, httponly=True, samesite="lax")
        return response

    async def password(self, request: Request) -> Response:
        """Change the password of whoever is signed in."""
        caller = await self._serving.caller(request)
        if caller.signed_in is None:
            raise Problem(INVALID, "A key changes no password: sign in with the old one first")
        given = _texts(await json_body(request), required=("new_password",), optional=("old_password",))
        actor, old, new = caller.actor, given.get("old_password"), given["new_password"]
        signed_in = await self._known(lambda: self._accounts.change_password(actor, old, new), UNAUTHENTICATED)
        return self._signed_in(signed_in, HTTPStatus.OK)

    async def _known(self, act: Callable[[], T], refused: Kind) -> T:
        try:
            return await asyncio.to_thread(act)
        except TooManyAttempts as error:
            raise Problem(LIMITED, str(error), retry_after=error.retry_after) from error
        except Refused as error:
            raise Problem(refused, str(error)) from error

    def _signed_in(self, signed_in: SignedIn, status: HTTPStatus) -> Response:
        return session_response(self._serving.credentials, signed_in, status)


def _texts(given: Mapping[str, object], *, required: tuple[str, ...], optional: tuple[str, ...]) -> dict[str, str]:
    """The texts of a form. Raises ``Problem`` for one that is missing, is none, or is not asked for."""
    found: dict[str, str] = {}
    for name, value in given.items():
        if name not in (*required, *optional):
            raise Problem(INVALID, f"There is no parameter {name!r} here: leave it out", field=name)
        if not isinstance(value, str) or not value or len(value) > _LONGEST:
            raise Problem(INVALID, f"The parameter {name!r} is no text of 1 to {_LONGEST} characters", field=name)
        found[name] = value
    for name in required:
        if name not in found:
            raise Problem(INVALID, f"Required parameter {name!r} missing", field=name)
    return found
