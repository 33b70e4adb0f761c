"""Joining, signing in and out, one's own account, and how pages look to whoever reads them."""

from __future__ import annotations

import asyncio
from http import HTTPStatus
from typing import TYPE_CHECKING

from casewright.bootstrap.local_actors import LOCAL_TENANT
from casewright.domain.ids import TenantId
from casewright.errors import CasewrightError, NotFound, Refused, TooManyAttempts
from casewright.server.own.provider import CALLBACK, START, ProviderRoutes
from casewright.server.pages.languages import LANGUAGES
from casewright.server.pages.page import LANGUAGE_COOKIE, SIGN_IN, THEME_COOKIE, Page, own_path
from casewright.server.pages.visit import THEMES, Flaw
from casewright.server.problems import LIMITED, MISSING, UNAUTHENTICATED, Problem

if TYPE_CHECKING:
    from collections.abc import Callable

    from fastapi import Response

    from casewright.domain.accounts import Invitation
    from casewright.server.pages.visit import Visit
    from casewright.tools.accounts import SignedIn

_A_YEAR = 365 * 24 * 3600


def session_pages() -> tuple[Page, ...]:
    """The pages."""
    return (
        Page("GET", SIGN_IN, _show_sign_in, open_to_all=True),
        Page("POST", SIGN_IN, _sign_in, open_to_all=True),
        Page("GET", CALLBACK, _come_back, open_to_all=True),
        Page("POST", "/sign-out", _sign_out),
        Page("GET", "/join/{secret}", _show_join, open_to_all=True),
        Page("POST", "/join/{secret}", _join, open_to_all=True),
        Page("POST", "/preferences", _set_preferences, open_to_all=True),
    )


async def _show_sign_in(visit: Visit) -> Response:
    return _sign_in_page(visit)


def _sign_in_page(visit: Visit, flaw: Flaw | None = None) -> Response:
    status = HTTPStatus.OK if flaw is None else flaw.status
    wanted = visit.form.text("next") or visit.asked("next")
    elsewhere = None if visit.serving.provider is None else START
    shown = {"wanted": own_path(wanted), "tenant": LOCAL_TENANT, "elsewhere": elsewhere}
    return visit.show("sign_in.html", status, flaw=flaw, **shown)


async def _sign_in(visit: Visit) -> Response:
    await visit.serving.credentials.stranger(visit.request)
    form, accounts = visit.form, visit.serving.parts.accounts
    tenant = TenantId(form.text("tenant") or LOCAL_TENANT)
    former = visit.request.cookies.get(visit.serving.credentials.cookie)
    try:
        signed_in = await _within(lambda: accounts.sign_in(tenant, form.text("name"), form.raw("password"), former))
    except CasewrightError as error:
        return _sign_in_page(visit, Flaw(str(error), "password"))
    return visit.with_session(visit.go(own_path(form.text("next") or "/")), signed_in)


async def _come_back(visit: Visit) -> Response:
    """From the OpenID provider; whom it did not sign in is told so where they began."""
    provider = ProviderRoutes(visit.serving)
    try:
        signed_in = await provider.signed_in(visit.request)
    except Refused as error:
        return provider.forgotten(_sign_in_page(visit, Flaw(str(error), status=UNAUTHENTICATED.status)))
    return provider.forgotten(visit.with_session(visit.go("/"), signed_in))


async def _sign_out(visit: Visit) -> Response:
    caller = visit.caller
    assert caller is not None
    if caller.signed_in is not None:
        await asyncio.to_thread(visit.serving.parts.accounts.sign_out, caller.signed_in.secret)
    credentials = visit.serving.credentials
    response = visit.go(SIGN_IN, "signed-out")
    response.delete_cookie(credentials.cookie, path="/", secure=credentials.secure, httponly=True, samesite="lax")
    return response


async def _show_join(visit: Visit) -> Response:
    return _join_page(visit, await _invitation(visit))


async def _invitation(visit: Visit) -> Invitation:
    await visit.serving.credentials.stranger(visit.request)
    try:
        return await asyncio.to_thread(visit.serving.parts.accounts.invitation, visit.path("secret"))
    except (Refused, NotFound) as error:
        raise Problem(MISSING, str(error)) from error


def _join_page(visit: Visit, invitation: Invitation, flaw: Flaw | None = None) -> Response:
    status = HTTPStatus.OK if flaw is None else flaw.status
    return visit.show("join.html", status, flaw=flaw, invitation=invitation)


async def _join(visit: Visit) -> Response:
    invitation = await _invitation(visit)
    form, accounts = visit.form, visit.serving.parts.accounts
    if form.raw("password") != form.raw("password_again"):
        return _join_page(visit, invitation, Flaw("The two passwords differ: type it again", "password_again"))
    try:
        signed_in = await _within(
            lambda: accounts.accept_invitation(visit.path("secret"), form.raw("password"), form.text("name") or None)
        )
    except CasewrightError as error:
        return _join_page(visit, invitation, Flaw(str(error), "name" if "name" in str(error) else "password"))
    return visit.with_session(visit.go("/"), signed_in)


async def _within(act: Callable[[], SignedIn]) -> SignedIn:
    try:
        return await asyncio.to_thread(act)
    except TooManyAttempts as error:
        raise Problem(LIMITED, str(error), retry_after=error.retry_after) from error


async def _set_preferences(visit: Visit) -> Response:
    """A language and colours are no secret and no act on the home: the browser keeps them."""
    response = visit.go(own_path(visit.form.text("next") or "/"))
    for cookie, value, known in (
        (LANGUAGE_COOKIE, visit.form.text("language"), LANGUAGES),
        (THEME_COOKIE, visit.form.text("theme"), THEMES),
    ):
        if value in known:
            response.set_cookie(
                cookie,
                value,
                max_age=_A_YEAR,
                path="/",
                secure=visit.serving.credentials.secure,
                httponly=True,
                samesite="lax",
            )
    return response
