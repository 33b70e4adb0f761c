"""A person's decision about a call that waits."""

from __future__ import annotations

from typing import TYPE_CHECKING

from casewright.server.answers import respond
from casewright.server.described import ANY_OBJECT, TEXT, WAITS, an_object, gives, in_path, takes_json
from casewright.server.own.own_route import OwnRoute
from casewright.server.problems import INVALID, REFUSED, Problem
from casewright.server.requests import json_body
from casewright.server.route import PREFIX
from casewright.tools.decisions import Approve, Edit, Reject

if TYPE_CHECKING:
    from collections.abc import Mapping

    from fastapi import Request, Response

    from casewright.server.serving import Serving
    from casewright.tools.decisions import Decision

_TAKES = an_object(
    ["decision"],
    decision={"enum": ["approve", "reject", "edit"]},
    reason=TEXT,
    arguments={**ANY_OBJECT, "description": "With edit: all arguments of the call, as they are to be"},
)


def approval_routes(serving: Serving) -> tuple[OwnRoute, ...]:
    """The route."""

    async def decide(request: Request) -> Response:
        caller = await serving.caller(request)
        if not caller.scope.is_whole:
            raise Problem(REFUSED, "A key for some tools, or one matter, decides nothing: sign in, or use a whole one")
        decision = _decision(await json_body(request))
        result = await caller.session(serving.parts).decide(request.path_params["approval_id"], decision)
        return respond(result)

    path = f"{PREFIX}/approvals/{{approval_id}}/decision"
    waits = gives(WAITS, 202, "Edited: the new call waits for somebody else")
    described = {
        "parameters": in_path("approval_id"),
        **takes_json(_TAKES),
        "responses": {**gives(ANY_OBJECT, text="It ran: what came of it"), **waits},
    }
    return (OwnRoute("POST", path, "decide_approval", "Decide about it", "approvals", decide, described),)


def _decision(given: Mapping[str, object]) -> Decision:
    for name in given:
        if name not in ("decision", "reason", "arguments"):
            raise Problem(INVALID, f"There is no parameter {name!r} here: leave it out", field=name)
    reason, arguments = given.get("reason", ""), given.get("arguments")
    if not isinstance(reason, str) or len(reason) > _LONGEST:
        raise Problem(INVALID, f"The parameter 'reason' is no text of up to {_LONGEST} characters", field="reason")
    match given.get("decision"):
        case "approve" if arguments is None:
            return Approve()
        case "reject" if arguments is None:
            return Reject(reason)
        case "edit" if isinstance(arguments, dict):
            return Edit(arguments, reason)
        case "edit":
            raise Problem(INVALID, "The parameter 'arguments' is missing: give the whole call", field="arguments")
        case "approve" | "reject":
            raise Problem(INVALID, "The parameter 'arguments' goes with edit alone: leave it out", field="arguments")
    raise Problem(INVALID, "The parameter 'decision' is none of approve, reject and edit", field="decision")


_LONGEST = 2_000
