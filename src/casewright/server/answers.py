"""What came of a call, as a response: its output, what it waits for, or a problem."""

from __future__ import annotations

from http import HTTPStatus
from typing import TYPE_CHECKING

import orjson
from fastapi.responses import Response

from casewright.server import problems
from casewright.server.route import PREFIX
from casewright.tools.calls import Status

if TYPE_CHECKING:
    from collections.abc import Mapping

    from casewright.server.problems import Kind, Problem
    from casewright.tools.calls import ToolResult

_JSON = "application/json"
_CHALLENGE = {"WWW-Authenticate": 'Bearer realm="casewright"'}
_LAST = {"Connection": "close"}
_NOT_KEPT = {"Cache-Control": "no-store"}
RETRY = {problems.BUSY.code: 1, problems.UNAVAILABLE.code: 5, problems.LIMITED.code: 60}
"""Seconds after which a request of this kind may do better, where nothing more exact is known."""


def json_response(
    content: object, status: HTTPStatus = HTTPStatus.OK, headers: Mapping[str, str] | None = None
) -> Response:
    """Plain JSON data as a response that nobody keeps."""
    return Response(orjson.dumps(content), status.value, {**_NOT_KEPT, **(headers or {})}, _JSON)


def respond(result: ToolResult, *, created: bool = False) -> Response:
    """The response to a call: its output where it did what was asked, 202 where it waits for a person."""
    if result.success:
        content = {"content": result.content} if result.structured is None else result.structured
        return json_response(content, HTTPStatus.CREATED if created else HTTPStatus.OK, marks(result))
    if result.status is Status.APPROVAL_REQUIRED:
        waits = {
            "status": result.status.value,
            "approval_id": result.metadata.approval_id,
            "detail": sentence(result),
        }
        place = {"Location": f"{PREFIX}/approvals/{result.metadata.approval_id}"}
        return json_response(waits, HTTPStatus.ACCEPTED, {**marks(result), **place})
    more: dict[str, object] = {}
    if isinstance(result.structured, dict) and "error" not in result.structured:
        more["result"] = result.structured
    return problem_response(problems.of_result(result), sentence(result), headers=marks(result), more=more)


def problem_response(
    kind: Kind,
    detail: str,
    *,
    field: str | None = None,
    retry_after: int | None = None,
    headers: Mapping[str, str] | None = None,
    more: Mapping[str, object] | None = None,
) -> Response:
    """A problem as a response."""
    sent = {**_NOT_KEPT, **(headers or {})}
    after = RETRY.get(kind.code) if retry_after is None else retry_after
    if after is not None and "Casewright-Replayed" not in sent:  # the same key is answered the same for good
        sent["Retry-After"] = str(after)
    if kind is problems.UNAUTHENTICATED:
        sent |= _CHALLENGE
    if kind is problems.TOO_SLOW:
        sent |= _LAST
    body = problems.body_of(kind, detail, field=field, **(more or {}))
    return Response(orjson.dumps(body), kind.status.value, sent, problems.MEDIA_TYPE)


def stopped_response(problem: Problem) -> Response:
    """The response to a request that the server stopped."""
    return problem_response(problem.kind, problem.detail, field=problem.field, retry_after=problem.retry_after)


def sentence(result: ToolResult) -> str:
    """What is said about a call that did not do what was asked."""
    if isinstance(result.structured, dict):
        for name in ("error", "error_message", "message"):
            if isinstance(said := result.structured.get(name), str) and said:
                return said
    said = result.error or result.content or result.status.value
    return said.removeprefix("Tool error: ")


def marks(result: ToolResult) -> dict[str, str]:
    """The call's id, and the number of its outcome in the audit, as headers."""
    found = {"Casewright-Call": result.id}
    if result.metadata.audit_seq is not None:
        found["Casewright-Audit-Seq"] = str(result.metadata.audit_seq)
    if result.metadata.replayed:
        found["Casewright-Replayed"] = "true"
    return found
