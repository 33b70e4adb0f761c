"""The application: routes as endpoints, problems as answers, and what stands around every request."""

from __future__ import annotations

import logging
from importlib.metadata import version
from typing import TYPE_CHECKING, Any

from fastapi import FastAPI
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect
from starlette.routing import Route as Endpoint

from casewright.errors import CasewrightError
from casewright.server import problems
from casewright.server.answers import json_response, problem_response, stopped_response
from casewright.server.describe import describe
from casewright.server.own.approvals import approval_routes
from casewright.server.own.audit import audit_routes
from casewright.server.own.cases import case_routes
from casewright.server.own.documents import DocumentRoutes
from casewright.server.own.drafts import DraftRoutes
from casewright.server.own.health import health_routes
from casewright.server.own.jobs import job_routes
from casewright.server.own.pages import PageRoutes
from casewright.server.own.people import people_routes
from casewright.server.own.provider import ProviderRoutes
from casewright.server.own.session import SessionRoutes
from casewright.server.own.tools import tool_routes
from casewright.server.pages.page_routes import asset_route, by_what_is_wanted, missing_page, page_answers
from casewright.server.problems import Problem
from casewright.server.route import PREFIX
from casewright.server.routes.table import ROUTES
from casewright.server.surroundings import Surroundings
from casewright.server.tool_routes import ToolRoute

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Mapping, Sequence

    from fastapi import Request, Response

    from casewright.server.own.own_route import OwnRoute
    from casewright.server.serving import Serving

    Answer = Callable[[Request], Awaitable[Response]]

_log = logging.getLogger("casewright.server")


def make_app(serving: Serving) -> FastAPI:
    """The application over an open home."""
    own = _own_routes(serving)
    app = FastAPI(openapi_url=None, docs_url=None, redoc_url=None, redirect_slashes=False, lifespan=serving.lifespan)
    app.add_middleware(Surroundings, hosts=serving.hosts)
    by_path: dict[str, dict[str, Answer]] = {}
    for one in own:
        by_path.setdefault(one.path, {})[one.method] = one.endpoint
    for route in ROUTES:
        by_path.setdefault(PREFIX + route.path, {})[route.method] = ToolRoute(route, serving)
    for path, answers in page_answers(serving).items():
        methods = by_path.setdefault(path, {})
        for method, page in answers.items():
            methods[method] = by_what_is_wanted(page, methods[method]) if method in methods else page
    # What a path says outright is matched before a name in it.
    for path in sorted(by_path, key=lambda path: [part.startswith("{") for part in path.split("/")]):
        methods = by_path[path]
        app.router.routes.append(Endpoint(path, _by_method(methods), methods=[*methods]))
    app.router.routes += [_description(serving, own), asset_route()]
    if serving.mcp is not None:
        app.router.routes += serving.mcp.routes
    app.add_exception_handler(Problem, _stopped)
    app.add_exception_handler(CasewrightError, _failed)
    app.add_exception_handler(HTTPException, _not_served(missing_page(serving)))
    app.add_exception_handler(ClientDisconnect, _gone)
    app.add_exception_handler(Exception, _broken)
    return app


def _own_routes(serving: Serving) -> tuple[OwnRoute, ...]:
    return (
        *health_routes(serving),
        *SessionRoutes(serving).routes(),
        *ProviderRoutes(serving).routes(),
        *people_routes(serving),
        *DocumentRoutes(serving).routes(),
        *PageRoutes(serving).routes(),
        *approval_routes(serving),
        *audit_routes(serving),
        *case_routes(serving),
        *DraftRoutes(serving).routes(),
        *job_routes(serving),
        *tool_routes(serving),
    )


def _by_method(methods: Mapping[str, Answer]) -> Answer:
    async def answered(request: Request) -> Response:
        # A HEAD is a GET whose body is not sent.
        return await methods["GET" if request.method == "HEAD" else request.method](request)

    return answered


def _description(serving: Serving, own: Sequence[OwnRoute]) -> Endpoint:
    """Where the server describes itself."""
    made: dict[str, Any] = {}

    async def given(_request: Request) -> Response:
        if not made:
            cookie = serving.credentials.cookie
            made.update(describe(serving.parts.registry, ROUTES, own, version=version("casewright"), cookie=cookie))
        return json_response(made)

    return Endpoint(f"{PREFIX}/openapi.json", given, methods=["GET"])


async def _stopped(_request: Request, problem: Exception) -> Response:
    assert isinstance(problem, Problem)
    return stopped_response(problem)


async def _failed(_request: Request, error: Exception) -> Response:
    assert isinstance(error, CasewrightError)
    return problem_response(problems.of_error(type(error)), str(error))


def _not_served(page: Answer) -> Callable[[Request, Exception], Awaitable[Response]]:
    """What the router says itself: no such path, no such method; a browser gets a ``page`` for the first."""

    async def answered(request: Request, error: Exception) -> Response:
        assert isinstance(error, HTTPException)
        if error.status_code == problems.NO_METHOD.status:
            detail = f"{request.method} is not answered here"
            return problem_response(problems.NO_METHOD, detail, headers=error.headers)
        if error.status_code != problems.MISSING.status:
            return problem_response(problems.INVALID, "The request cannot be read: mend it and send it again")
        if "text/html" in request.headers.get("accept", "") and not request.url.path.startswith(f"{PREFIX}/"):
            return await page(request)
        return problem_response(problems.MISSING, f"There is nothing at this address: see {PREFIX}/openapi.json")

    return answered


async def _gone(_request: Request, _error: Exception) -> Response:
    """Whoever asked went away before all of it was said: nobody hears this."""
    return problem_response(problems.INVALID, "The request broke off: send it again")


async def _broken(_request: Request, error: Exception) -> Response:
    _log.error("a request failed", exc_info=error)
    return problem_response(problems.INTERNAL, "Something broke here, and was logged: try again, or tell an ADMIN")
