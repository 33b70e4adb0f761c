"""The tools themselves: which there are for whoever asks, and a call of any of them by its name."""

from __future__ import annotations

from typing import TYPE_CHECKING

from casewright.policy.decisions import Allow
from casewright.server.answers import json_response, respond
from casewright.server.described import ANY_OBJECT, TEXT, WAITS, an_object, gives, in_path, takes_json
from casewright.server.own.own_route import OwnRoute
from casewright.server.problems import INVALID, Problem
from casewright.server.requests import json_body, key_of
from casewright.server.route import PREFIX
from casewright.server.routes.table import BY_BYTES

if TYPE_CHECKING:
    from fastapi import Request, Response

    from casewright.server.serving import Serving

_TAKES = an_object(arguments=ANY_OBJECT, why=TEXT)
_LISTED = {"type": "object", "required": ["tools"], "properties": {"tools": {"type": "array", "items": ANY_OBJECT}}}


def tool_routes(serving: Serving) -> tuple[OwnRoute, ...]:
    """The routes."""

    async def listed(request: Request) -> Response:
        caller = await serving.caller(request)
        policy, role = serving.parts.executor.policy, caller.actor.role
        found = [
            {
                "name": tool.name,
                "description": tool.description,
                "safety_level": tool.safety_level.value,
                "categories": list(tool.categories),
                "arguments": tool.input_schema,
            }
            for tool in serving.parts.registry.tools.values()
            if isinstance(policy.decide(role, tool.name), Allow) and caller.scope.may_call(tool.name)
        ]
        return json_response({"tools": found})

    async def call(request: Request) -> Response:
        caller = await serving.caller(request)
        name = request.path_params["tool"]
        given = await json_body(request)
        arguments, why = given.pop("arguments", {}), given.pop("why", None)
        if given:
            raise Problem(INVALID, f"There is no parameter {next(iter(given))!r} here: leave it out")
        if not isinstance(arguments, dict) or not (why is None or isinstance(why, str)):
            raise Problem(INVALID, "'arguments' is an object with the tool's arguments by name, 'why' a text")
        if name in BY_BYTES:
            raise Problem(INVALID, f"{name!r} takes bytes: {BY_BYTES[name]}")
        session = caller.session(serving.parts)
        return respond(await session.call(name, arguments, key=key_of(request), why=why))

    waits = gives(WAITS, 202, "It waits for a person")
    described = {
        "parameters": in_path("tool"),
        **takes_json(_TAKES, required=False),
        "responses": {**gives(ANY_OBJECT), **waits},
    }
    return (
        OwnRoute(
            *("GET", f"{PREFIX}/tools", "list_tools", "The tools that you may call", "tools", listed),
            {"responses": gives(_LISTED)},
        ),
        OwnRoute("POST", f"{PREFIX}/tools/{{tool}}", "call_tool", "Call one of them", "tools", call, described),
    )
