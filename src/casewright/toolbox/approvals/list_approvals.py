"""The tool ``list_approvals``: the calls that wait for a person, and those that were decided."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import orjson
from pydantic import BaseModel, Field

from casewright.domain.approvals import ApprovalId, ApprovalState
from casewright.errors import NotFound
from casewright.tools.approval_scope import sees_request
from casewright.tools.arguments import Arguments
from casewright.tools.calls import CallContext, SafetyLevel
from casewright.tools.definition import Tool

if TYPE_CHECKING:
    from casewright.domain.approvals import ApprovalRequest
    from casewright.tools.ports.approvals import ApprovalStore
    from casewright.tools.visibility import Visibility


class ListApprovalsInput(Arguments):
    """Input of the ``list_approvals`` tool."""

    state: ApprovalState | None = Field(
        default=ApprovalState.PENDING, strict=False, description="Only requests in this state; null lists all"
    )
    approval_id: str | None = Field(default=None, description="Only the request of this id, whatever its state")


class ApprovalView(BaseModel):
    """One request: who asks, why, the exact arguments, what it would do, and what was decided."""

    approval_id: str
    state: ApprovalState
    tool: str
    tool_version: str
    arguments: Any
    preview: str
    why: str
    requested_by: str
    role: str
    created_at: str
    expires_at: str
    decided_by: str | None
    decided_at: str | None
    reason: str | None
    replaces: str | None
    replaced_by: str | None
    edited_by: str | None

    @classmethod
    def of(cls, request: ApprovalRequest) -> ApprovalView:
        """The view of one request."""
        return cls(
            approval_id=request.id,
            state=request.state,
            tool=request.tool,
            tool_version=request.tool_version,
            arguments=_arguments(request.arguments),
            preview=request.preview,
            why=request.why,
            requested_by=request.requester.id,
            role=request.requester.role,
            created_at=request.created_at.isoformat(),
            expires_at=request.expires_at.isoformat(),
            decided_by=request.decided_by,
            decided_at=None if request.decided_at is None else request.decided_at.isoformat(),
            reason=request.reason,
            replaces=request.replaces,
            replaced_by=request.replaced_by,
            edited_by=request.edited_by,
        )


class ListApprovalsOutput(BaseModel):
    """The requests, oldest first."""

    approvals: list[ApprovalView]
    total_count: int


def list_approvals(*, approvals: ApprovalStore, visibility: Visibility | None = None) -> Tool:
    """The tool over this store; with ``visibility``, requests about matters out of sight are not there."""

    def run(arguments: ListApprovalsInput, context: CallContext) -> ListApprovalsOutput:
        if arguments.approval_id is not None:
            found = [_one(approvals, visibility, context, arguments.approval_id)]
        else:
            there = approvals.all(context.tenant, arguments.state)
            found = [request for request in there if sees_request(visibility, context, request)]
        return ListApprovalsOutput(approvals=[ApprovalView.of(one) for one in found], total_count=len(found))

    return Tool(
        name="list_approvals",
        description="List the calls that wait for a person's approval, with exact arguments and preview.",
        arguments=ListApprovalsInput,
        output=ListApprovalsOutput,
        handler=run,
        safety_level=SafetyLevel.SAFE,
        categories=("approvals",),
        reads=("the approval requests",),
    )


def _one(
    approvals: ApprovalStore, visibility: Visibility | None, context: CallContext, request: str
) -> ApprovalRequest:
    found = approvals.get(context.tenant, ApprovalId(request))
    if found is None or not sees_request(visibility, context, found):
        raise NotFound(f"Approval request {request!r} not found: 'casewright approvals list' shows the ids")
    return found


def _arguments(text: str) -> object:
    """The arguments as data; the text itself where somebody made it unreadable."""
    try:
        return orjson.loads(text)
    except orjson.JSONDecodeError:
        return text
