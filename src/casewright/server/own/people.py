"""Invitations and keys: the secret is made here and given once; the tool that is called gets its hash alone."""

from __future__ import annotations

from http import HTTPStatus
from typing import TYPE_CHECKING

from casewright.server.answers import json_response, marks, respond
from casewright.server.described import TEXT, an_object, gives, takes_json
from casewright.server.own.own_route import OwnRoute
from casewright.server.problems import INVALID, Problem
from casewright.server.requests import json_body
from casewright.server.route import PREFIX
from casewright.tools.credentials import JOIN_PATH, Credential, CredentialKind

if TYPE_CHECKING:
    from collections.abc import Mapping

    from fastapi import Request, Response

    from casewright.server.serving import Serving

_NAMES = {"type": "array", "items": dict(TEXT)}
_NUMBER = {"type": "integer", "minimum": 1}


def people_routes(serving: Serving) -> tuple[OwnRoute, ...]:
    """The routes."""

    async def made(request: Request, tool: str, kind: CredentialKind, hashed: str) -> Response:
        caller = await serving.caller(request)
        if request.headers.get("idempotency-key") is not None:
            raise Problem(INVALID, "A secret is given once, so this call takes no Idempotency-Key: leave it out")
        arguments = await json_body(request)
        if hashed in arguments:
            raise Problem(INVALID, f"The parameter {hashed!r} is made here: leave it out", field=hashed)
        secret = Credential.make(kind, caller.actor.tenant)
        result = await caller.session(serving.parts).call(tool, {**arguments, hashed: secret.hash})
        if not result.success or not isinstance(result.structured, dict):
            return respond(result)
        return json_response({**result.structured, **_given(secret)}, HTTPStatus.CREATED, marks(result))

    async def invite(request: Request) -> Response:
        return await made(request, "invite_user", CredentialKind.INVITATION, "invitation_hash")

    async def add_key(request: Request) -> Response:
        return await made(request, "add_api_key", CredentialKind.API_KEY, "key_hash")

    invited = an_object(["name", "role"], name=TEXT, role=TEXT)
    keyed = an_object(
        ["name", "tools"],
        name=TEXT,
        tools={"anyOf": [_NAMES, {"const": "*"}]},
        matter_id={"type": ["string", "null"]},
        expires_days=_NUMBER,
        user={"type": ["string", "null"]},
    )
    return (
        OwnRoute(
            *("POST", f"{PREFIX}/users", "invite_user", "Invite somebody; the link is told once", "users", invite),
            {**takes_json(invited), "responses": gives(an_object(["link"], link=TEXT), 201)},
            gives="invite_user",
        ),
        OwnRoute(
            *("POST", f"{PREFIX}/keys", "add_api_key", "Make an API key; it is told once", "keys", add_key),
            {**takes_json(keyed), "responses": gives(an_object(["key"], key=TEXT), 201)},
            gives="add_api_key",
        ),
    )


def _given(secret: Credential) -> Mapping[str, str]:
    if secret.kind is CredentialKind.INVITATION:
        return {"link": JOIN_PATH + secret.text}
    return {"key": secret.text}
