"""One visit of a page: who comes, in which language, what they sent, and how a page is made for them."""

from __future__ import annotations

import hmac
from dataclasses import dataclass, field, replace
from http import HTTPStatus
from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode

import orjson
from fastapi.responses import HTMLResponse, RedirectResponse

from casewright.policy.decisions import Deny
from casewright.server import problems
from casewright.server.answers import sentence
from casewright.server.pages.forms import Form
from casewright.server.pages.notices import NOTICES
from casewright.server.pages.sentences import say
from casewright.server.problems import Problem
from casewright.server.remedies import for_pages
from casewright.tools.calls import Status

if TYPE_CHECKING:
    from collections.abc import Mapping

    from fastapi import Request, Response

    from casewright.server.credentials import Caller
    from casewright.server.pages.rendering import Renderer
    from casewright.server.serving import Serving
    from casewright.tools.accounts import SignedIn
    from casewright.tools.calls import ToolResult

THEMES = ("auto", "light", "dark")
DOORS = {
    "/": "list_matters",
    "/deals": "list_matters",
    "/cases": "list_cases",
    "/search": "search_everywhere",
    "/approvals": "list_approvals",
    "/audit": "read_audit",
    "/admin": "list_users",
}
"""The pages at the head of every page, each with the tool that it cannot do without."""


@dataclass(frozen=True, slots=True)
class Flaw:
    """What is wrong with what was sent: the sentence that the API gives, and the field that it is about."""

    detail: str
    field: str | None = None
    status: HTTPStatus = HTTPStatus.UNPROCESSABLE_ENTITY


@dataclass(frozen=True, slots=True)
class Visit:
    """Made for each request. ``caller`` is None where nobody is signed in, on pages that are open to all."""

    request: Request
    serving: Serving
    renderer: Renderer
    language: str
    theme: str
    nonce: str
    caller: Caller | None = None
    form: Form = field(default_factory=Form)

    @property
    def csrf(self) -> str:
        """The token of the session's forms."""
        return "" if self.caller is None or self.caller.signed_in is None else self.caller.signed_in.csrf

    @property
    def is_fragment(self) -> bool:
        """Whether a part of a page is asked for, to be put into one that is shown."""
        return self.request.headers.get("hx-request") == "true"

    def path(self, name: str) -> str:
        """A name in the page's path."""
        return str(self.request.path_params[name])

    def asked(self, name: str, default: str = "") -> str:
        """A parameter of the page's address."""
        return self.request.query_params.get(name, default).strip()

    async def call(self, tool: str, arguments: Mapping[str, object] | None = None, part: str = "") -> ToolResult:
        """Make one tool call as whoever visits; a form sent twice makes it once.

        ``part`` tells several calls of one form from each other.
        """
        assert self.caller is not None, "nobody is signed in"
        form = self.form.text("form_id")[:64]
        key = f"form:{tool}:{form}:{self._mark(arguments or {})}:{part}" if form else None
        return await self.caller.session(self.serving.parts).call(tool, arguments or {}, key=key)

    def _mark(self, arguments: Mapping[str, object]) -> str:
        """Tells a form that was changed, and is sent again, from the same one sent twice.

        Keyed with the session's own secret: keys are recorded, and arguments may be names.
        """
        return hmac.new(self.csrf.encode(), orjson.dumps(dict(arguments)), "sha256").hexdigest()[:16]

    # Any: outputs of tools are JSON.
    async def read(self, tool: str, arguments: Mapping[str, object] | None = None) -> dict[str, Any]:
        """What a tool that only reads gives. Raises ``Problem`` where it gives nothing."""
        assert self.caller is not None, "nobody is signed in"
        result = await self.caller.session(self.serving.parts).call(tool, arguments or {})
        if not result.success or not isinstance(result.structured, dict):
            raise Problem(problems.of_result(result), for_pages(sentence(result)))
        return result.structured

    def may(self, tool: str) -> bool:
        """Whether whoever visits may call the tool at all, so that a page offers nothing that it would refuse."""
        assert self.caller is not None, "nobody is signed in"
        role = self.caller.actor.role
        return not isinstance(self.serving.parts.executor.policy.decide(role, tool), Deny)

    @property
    def doors(self) -> tuple[str, ...]:
        """The pages of ``DOORS`` that whoever visits may open, in their order."""
        return () if self.caller is None else tuple(path for path, tool in DOORS.items() if self.may(tool))

    def show(self, template: str, status: HTTPStatus = HTTPStatus.OK, /, **values: object) -> Response:
        """A page, or a part of one, made of this template."""
        frame = {
            "me": None if self.caller is None else self.caller.actor,
            "doors": self.doors,
            "csrf": self.csrf,
            "nonce": self.nonce,
            "theme": self.theme,
            "here": self.request.url.path,
            "form": self.form,
            "asked": self.asked,
            "may": self.may,
            "notice": NOTICES.get(self.asked("done")),
        }
        told = {name: _told(self.language, value) for name, value in values.items()}
        body = self.renderer.render(template, self.language, {**frame, **told})
        return HTMLResponse(body, status, headers=page_headers(self.nonce))

    def waits(self, result: ToolResult) -> Response | None:
        """On to the approval that a call waits for; None where it waits for none."""
        if result.status is not Status.APPROVAL_REQUIRED:
            return None
        return self.go(f"/approvals/{result.metadata.approval_id}")

    def go(self, path: str, done: str | None = None) -> Response:
        """On to another page, which says what was ``done``: a key of ``notices.NOTICES``."""
        place = path if done is None else f"{path}{'&' if '?' in path else '?'}{urlencode({'done': done})}"
        if self.is_fragment:
            return HTMLResponse("", headers={"HX-Redirect": place, **page_headers(self.nonce)})
        return RedirectResponse(place, HTTPStatus.SEE_OTHER, headers={"Cache-Control": "no-store"})

    def with_session(self, response: Response, signed_in: SignedIn) -> Response:
        """The response, with the cookie of a session that was just opened."""
        credentials = self.serving.credentials
        response.set_cookie(
            credentials.cookie, signed_in.secret, path="/", secure=credentials.secure, httponly=True, samesite="lax"
        )
        return response


def _told(language: str, value: object) -> object:
    """What is wrong, in the language of the page; anything else as it is."""
    if isinstance(value, Flaw):
        return replace(value, detail=say(language, value.detail))
    if isinstance(value, Problem):
        return Problem(value.kind, say(language, value.detail))
    return value


def page_headers(nonce: str) -> dict[str, str]:
    """What every page is sent with: nothing from elsewhere, no script but ours, and nobody keeps it."""
    policy = (
        f"default-src 'self'; script-src 'self' 'nonce-{nonce}'; object-src 'none'; base-uri 'none'; "
        "form-action 'self'; frame-ancestors 'none'"
    )
    return {"Content-Security-Policy": policy, "Cache-Control": "no-store"}


def flaw_of(result: ToolResult) -> Flaw:
    """What a page says about a call that did not do what was asked."""
    kind = problems.of_result(result) if result.status is not Status.APPROVAL_REQUIRED else problems.FAILED
    said = for_pages(sentence(result))
    body = problems.body_of(kind, said)
    named = body.get("field")
    return Flaw(said, named if isinstance(named, str) else None)


def flaw_of_problem(problem: Problem) -> Flaw:
    """The same of a request that the server stopped."""
    named = problems.body_of(problem.kind, problem.detail, field=problem.field).get("field")
    return Flaw(problem.detail, named if isinstance(named, str) else None)
