"""A job's events, as a stream that can be taken up again."""

from __future__ import annotations

from typing import TYPE_CHECKING

from casewright.server.answers import respond
from casewright.server.described import in_header, in_path
from casewright.server.jobs import STREAM
from casewright.server.own.own_route import OwnRoute
from casewright.server.route import PREFIX

if TYPE_CHECKING:
    from fastapi import Request, Response

    from casewright.server.serving import Serving


def job_routes(serving: Serving) -> tuple[OwnRoute, ...]:
    """The route."""

    async def follow(request: Request) -> Response:
        caller = await serving.caller(request)
        caller.require("show_job")
        job = request.path_params["job_id"]
        shown = await caller.session(serving.parts).call("show_job", {"job_id": job})
        if not shown.success:
            return respond(shown)
        return await serving.jobs.follow(request, caller, job)

    described = {
        "parameters": [*in_path("job_id"), in_header("Last-Event-ID", "The last event that you have")],
        "responses": {"200": {"description": "Its events", "content": {STREAM: {}}}},
    }
    path = f"{PREFIX}/jobs/{{job_id}}/events"
    return (OwnRoute("GET", path, "follow_job", "Follow a job as it is done", "jobs", follow, described),)
