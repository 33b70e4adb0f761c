"""Pages as endpoints: who visits, what they sent, and a page too for what goes wrong."""

from __future__ import annotations

import logging
import secrets
from dataclasses import dataclass, replace
from http import HTTPStatus
from typing import TYPE_CHECKING
from urllib.parse import quote, urlencode, urlsplit

from fastapi.responses import HTMLResponse, RedirectResponse
from fastapi.sse import EventSourceResponse, format_sse_event

from casewright.errors import CasewrightError
from casewright.server import problems
from casewright.server.pages.forms import read_form
from casewright.server.pages.languages import preferred
from casewright.server.pages.visit import THEMES, Visit, page_headers
from casewright.server.problems import REFUSED, UNAUTHENTICATED, Problem
from casewright.server.remedies import for_pages

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from fastapi import Request, Response

    from casewright.server.pages.rendering import Renderer
    from casewright.server.serving import Serving

ENDED = format_sse_event(event="end", data_str="end")
"""The event that ends a page's stream: the page then asks for what became of what it followed."""
_log = logging.getLogger("casewright.server")
LANGUAGE_COOKIE = "casewright_language"
THEME_COOKIE = "casewright_theme"
SIGN_IN = "/sign-in"


@dataclass(frozen=True, slots=True)
class Page:
    """A page under its path, or with POST what a form of it does. ``open_to_all``: nobody has to be signed in.

    ``streams``: it is followed as a stream, and where there is none to follow it has ended. ``language`` is the one
    that it speaks to a visitor who chose none, whatever their browser prefers.
    """

    method: str
    path: str
    answer: Callable[[Visit], Awaitable[Response]]
    open_to_all: bool = False
    streams: bool = False
    language: str | None = None


class PageEndpoint:
    """The endpoint of one page."""

    def __init__(self, page: Page, serving: Serving, renderer: Renderer) -> None:
        self._page = page
        self._serving = serving
        self._renderer = renderer

    async def __call__(self, request: Request) -> Response:
        """Answer the request: a page, whatever happens."""
        visit = Visit(
            request,
            self._serving,
            self._renderer,
            self._language(request),
            theme if (theme := request.cookies.get(THEME_COOKIE, THEMES[0])) in THEMES else THEMES[0],
            secrets.token_urlsafe(16),
        )
        try:
            visit = await self._known(visit)
            return await self._page.answer(visit)
        except Problem as problem:
            return self._stopped(visit, problem)
        except CasewrightError as error:
            return self._stopped(visit, Problem(problems.of_error(type(error)), for_pages(str(error))))
        except Exception as error:  # noqa: BLE001 - whatever broke, a person gets a page
            _log.error("a page failed", exc_info=error)
            return self._stopped(visit, Problem(problems.INTERNAL, "Something broke here, and was logged: try again"))

    def _language(self, request: Request) -> str:
        chosen = request.cookies.get(LANGUAGE_COOKIE)
        # What is put into a page speaks as the page does.
        within = request.query_params.get("language") if self._page.streams else None
        wanted = within or self._page.language or request.headers.get("accept-language")
        return preferred(chosen, wanted)

    def _stopped(self, visit: Visit, problem: Problem) -> Response:
        if self._page.streams:
            return EventSourceResponse(iter([ENDED]), headers={"Cache-Control": "no-store"})
        return _sign_in_first(visit) if problem.kind is UNAUTHENTICATED else error_page(visit, problem)

    async def _known(self, visit: Visit) -> Visit:
        request = visit.request
        if request.method == "POST":
            _require_own_page(request, self._serving)
            most = self._serving.parts.materials.settings.upload_mb * 1_000_000
            visit = replace(visit, form=await read_form(request, most))
        if self._page.open_to_all:
            return visit
        return replace(visit, caller=await self._serving.credentials.visitor(request, visit.form.text("csrf_token")))


def error_page(visit: Visit, problem: Problem) -> Response:
    """The page of a problem: its sentence and a way on."""
    return visit.show("problem.html", problem.kind.status, problem=problem)


def _sign_in_first(visit: Visit) -> Response:
    if visit.request.method == "POST":
        return visit.go(f"{SIGN_IN}?{urlencode({'next': _page_of_form(visit)})}", "not-sent")
    if visit.is_fragment:
        # A page that only looks for news stays: whoever writes on it is led away by nothing that they did not do.
        return HTMLResponse("", UNAUTHENTICATED.status, headers=page_headers(visit.nonce))
    wanted = visit.request.url.path
    if visit.request.url.query:
        wanted += f"?{visit.request.url.query}"
    place = SIGN_IN if wanted == "/" else f"{SIGN_IN}?next={quote(wanted, safe='/')}"
    return RedirectResponse(place, HTTPStatus.SEE_OTHER, headers={"Cache-Control": "no-store"})


def _page_of_form(visit: Visit) -> str:
    sender = urlsplit(visit.request.headers.get("referer", ""))
    return own_path(sender.path) if sender.netloc.lower() in visit.serving.hosts else "/"


def own_path(wanted: str) -> str:
    """The path that somebody is led on to; the first page for what is none of ours."""
    parts = urlsplit(wanted)
    if parts.scheme or parts.netloc or not wanted.startswith("/") or wanted.startswith(("//", "/\\")):
        return "/"
    return wanted


def _require_own_page(request: Request, serving: Serving) -> None:
    """Refuse a form that another site's page sent. A browser says where it comes from, and cannot be made to lie."""
    origin = request.headers.get("origin")
    if origin is not None and urlsplit(origin).netloc.lower() not in serving.hosts:
        raise Problem(REFUSED, "The form was sent from another site: open it here, and send it again")
    if request.headers.get("sec-fetch-site", "same-origin") not in ("same-origin", "none"):
        raise Problem(REFUSED, "The form was sent from another site: open it here, and send it again")
