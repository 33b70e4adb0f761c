"""The audit's export, made and given in one."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from fastapi.responses import FileResponse

from casewright.server.answers import marks, respond
from casewright.server.described import an_object, gives_bytes, takes_json
from casewright.server.own.own_route import OwnRoute
from casewright.server.requests import json_body
from casewright.server.route import PREFIX

if TYPE_CHECKING:
    from fastapi import Request, Response

    from casewright.server.serving import Serving

_TAKES = an_object(after={"type": "integer", "minimum": 0}, form={"enum": ["zip", "ocsf"]})


def audit_routes(serving: Serving) -> tuple[OwnRoute, ...]:
    """The route."""

    async def export(request: Request) -> Response:
        caller = await serving.caller(request)
        result = await caller.session(serving.parts).call("export_audit", await json_body(request))
        if not result.success or not isinstance(result.structured, dict):
            return respond(result)
        name = result.structured["filename"]
        folder = await asyncio.to_thread(serving.parts.materials.proofs.exports.folder, caller.actor.tenant)
        return FileResponse(folder / name, media_type="application/octet-stream", filename=name, headers=marks(result))

    path = f"{PREFIX}/audit/exports"
    described = {**takes_json(_TAKES, required=False), "responses": gives_bytes(text="The file: a zip, or JSON Lines")}
    return (OwnRoute("POST", path, "export_audit", "The audit in one file", "audit", export, described),)
