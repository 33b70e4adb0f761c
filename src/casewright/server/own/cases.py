"""A turn of a case under the address of its contract, and messages of who takes the money."""

from __future__ import annotations

from http import HTTPStatus
from typing import TYPE_CHECKING

from casewright.server.answers import json_response, marks, respond
from casewright.server.described import ANY_OBJECT, TEXT, an_object, empty, gives, in_path, takes_bytes, takes_json
from casewright.server.own.own_route import OwnRoute
from casewright.server.problems import INVALID, Problem
from casewright.server.requests import body_of, json_body
from casewright.server.route import PREFIX

if TYPE_CHECKING:
    from fastapi import Request, Response

    from casewright.server.serving import Serving

_MOST = 1_000_000
_SIGNATURES = ("stripe-signature", "casewright-signature")


def case_routes(serving: Serving) -> tuple[OwnRoute, ...]:
    """The routes."""

    async def turn(request: Request) -> Response:
        caller = await serving.caller(request)
        given = await json_body(request)
        if not isinstance(given.get("message"), str):
            raise Problem(INVALID, "Required parameter 'message' missing, or no text", field="message")
        if "case_id" in given:
            raise Problem(INVALID, "'case_id' stands in the path already: leave it out", field="case_id")
        arguments = {**given, "case_id": request.path_params["case_id"]}
        result = await caller.session(serving.parts).call("message_case", arguments)
        if not result.success or not isinstance(result.structured, dict):
            return respond(result)
        return json_response(result.structured, _TURNS[result.structured["status"]], marks(result))

    async def paid(request: Request) -> Response:
        await serving.credentials.stranger(request)
        signature = next((request.headers[name] for name in _SIGNATURES if name in request.headers), "")
        result = await serving.parts.payments.take(await body_of(request, _MOST), signature)
        if not result.success:
            return respond(result)
        return json_response({"status": "taken"})

    turns = {
        "parameters": in_path("case_id"),
        **takes_json(an_object(["message"], message=TEXT)),
        "responses": {
            **gives(ANY_OBJECT),
            "402": {
                "description": "It has to be paid for first",
                "content": {"application/json": {"schema": ANY_OBJECT}},
            },
        },
    }
    taken = {**takes_bytes(), "responses": {**gives(ANY_OBJECT), **empty(400, "Not read")}}
    return (
        OwnRoute(
            *("POST", "/cases/{case_id}/agent/message", "message_agent", "Say something in a case", "cases", turn),
            turns,
            gives="message_case",
        ),
        OwnRoute(
            *("POST", f"{PREFIX}/payments/events", "take_payment_event", "A payment provider's message", "cases", paid),
            taken,
            open_to_all=True,
            problems=frozenset({"400", "403", "409", "413", "422", "503"}),
        ),
    )


_TURNS = {
    "success": HTTPStatus.OK,
    "error": HTTPStatus.OK,
    "quota_exceeded": HTTPStatus.PAYMENT_REQUIRED,
    "payment_required": HTTPStatus.PAYMENT_REQUIRED,
}
