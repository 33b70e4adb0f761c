"""The response that opens a session: who is signed in, and the session's cookie."""

from __future__ import annotations

from typing import TYPE_CHECKING

from casewright.server.answers import json_response
from casewright.server.described import TEXT, an_object

if TYPE_CHECKING:
    from collections.abc import Mapping
    from http import HTTPStatus

    from fastapi import Response

    from casewright.domain.actors import Actor
    from casewright.server.credentials import Credentials
    from casewright.tools.accounts import SignedIn

SESSION = an_object(["tenant", "name", "role", "csrf_token"], tenant=TEXT, name=TEXT, role=TEXT, csrf_token=TEXT)


def session_view(actor: Actor, token: str) -> Mapping[str, str]:
    """Who is signed in, and the token of the session's forms."""
    return {"tenant": actor.tenant, "name": actor.id, "role": actor.role, "csrf_token": token}


def session_response(credentials: Credentials, signed_in: SignedIn, status: HTTPStatus) -> Response:
    """The session that was opened, with its cookie."""
    response = json_response(session_view(signed_in.actor, signed_in.csrf), status)
    response.set_cookie(
        credentials.cookie, signed_in.secret, path="/", secure=credentials.secure, httponly=True, samesite="lax"
    )
    return response
