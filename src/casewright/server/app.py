"""The application: routes as endpoints, problems as answers, and what stands around every request."""

from __future__ import annotations

import logging
from importlib.metadata import version
from typing import TYPE_CHECKING, Any

from fastapi import FastAPI
from starlette.exceptions import HTTPException
from starlette.routing import Route as Endpoint

from casewright.errors import CasewrightError
from casewright.server import problems
from casewright.server.answers import json_response, problem_response, stopped_response
from casewright.server.describe import describe
from casewright.server.health import health_routes
from casewright.server.problems import Problem
from casewright.server.route import PREFIX
from casewright.server.routes.table import ROUTES
from casewright.server.surroundings import Surroundings
from casewright.server.tool_routes import ToolRoute

if TYPE_CHECKING:
    from collections.abc import Sequence

    from fastapi import Request, Response

    from casewright.server.own_routes import OwnRoute
    from casewright.server.serving import Serving

_log = logging.getLogger("casewright.server")


def make_app(serving: Serving) -> FastAPI:
    """The application over an open home."""
    own: list[OwnRoute] = [*health_routes(serving)]
    app = FastAPI(openapi_url=None, docs_url=None, redoc_url=None, redirect_slashes=False, lifespan=serving.lifespan)
    app.add_middleware(Surroundings, hosts=serving.hosts)
    endpoints: list[tuple[str, str, Any]] = [(one.method, one.path, one.endpoint) for one in own]
    endpoints += [(route.method, PREFIX + route.path, ToolRoute(route, serving)) for route in ROUTES]
    for method, path, endpoint in endpoints:
        app.router.routes.append(Endpoint(path, _called(endpoint), methods=[method]))
    app.add_exception_handler(Problem, _stopped)
    app.add_exception_handler(CasewrightError, _failed)
    app.add_exception_handler(HTTPException, _not_served)
    app.add_exception_handler(Exception, _broken)
    app.router.routes.append(_description(serving, own))
    return app


def _called(endpoint: Any) -> Any:  # Starlette takes functions; an object that can be called it takes for an app
    async def called(request: Request) -> Response:
        answer: Response = await endpoint(request)
        return answer

    return called


def _description(serving: Serving, own: Sequence[OwnRoute]) -> Endpoint:
    """Where the server describes itself."""
    made: dict[str, Any] = {}

    async def given(_request: Request) -> Response:
        if not made:
            made.update(describe(serving.parts.registry, ROUTES, own, version("casewright")))
        return json_response(made)

    return Endpoint(f"{PREFIX}/openapi.json", given, methods=["GET"])


async def _stopped(_request: Request, problem: Exception) -> Response:
    assert isinstance(problem, Problem)
    return stopped_response(problem)


async def _failed(_request: Request, error: Exception) -> Response:
    assert isinstance(error, CasewrightError)
    return problem_response(problems.of_error(type(error)), str(error))


async def _not_served(request: Request, error: Exception) -> Response:
    """What the router says itself: no such path, no such method."""
    assert isinstance(error, HTTPException)
    if error.status_code == problems.NO_METHOD.status:
        detail = f"{request.method} is not answered here"
        return problem_response(problems.NO_METHOD, detail, headers=error.headers)
    if error.status_code == problems.MISSING.status:
        return problem_response(problems.MISSING, f"There is nothing at this address: see {PREFIX}/openapi.json")
    return problem_response(problems.INVALID, "The request cannot be read: mend it and send it again")


async def _broken(_request: Request, error: Exception) -> Response:
    _log.error("a request failed", exc_info=error)
    return problem_response(problems.INTERNAL, "Something broke here, and was logged: try again, or tell an ADMIN")
