"""The tool ``list_unresolved_calls``: calls that were begun and whose outcome nobody recorded."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pydantic import BaseModel

from casewright.toolbox.approvals.unresolved_calls import unresolved_calls
from casewright.tools.arguments import Arguments
from casewright.tools.calls import CallContext, SafetyLevel
from casewright.tools.definition import Tool

if TYPE_CHECKING:
    from casewright.tools.ports.audit import AuditLog
    from casewright.tools.ports.journal import CallJournal


class ListUnresolvedCallsInput(Arguments):
    """Input of the ``list_unresolved_calls`` tool: nothing."""


class UnresolvedView(BaseModel):
    """One such call; ``call_id`` is what ``resolve_call`` takes. Without arguments it was cut off before its intent."""

    call_id: str
    tool: str
    arguments: Any
    agent_id: str | None
    begun_at: str
    idempotency_key: str | None


class ListUnresolvedCallsOutput(BaseModel):
    """The calls, in the order in which they were begun."""

    calls: list[UnresolvedView]
    total_count: int


def list_unresolved_calls(*, audit: AuditLog, journal: CallJournal) -> Tool:
    """The tool over this log and this journal."""

    def run(_arguments: ListUnresolvedCallsInput, context: CallContext) -> ListUnresolvedCallsOutput:
        calls = [
            UnresolvedView(
                call_id=one.id,
                tool=one.tool,
                arguments=one.arguments,
                agent_id=one.agent,
                begun_at=one.begun_at,
                idempotency_key=one.key,
            )
            for one in unresolved_calls(audit, journal, context.tenant)
            if one.tool != "list_unresolved_calls"
        ]
        return ListUnresolvedCallsOutput(calls=calls, total_count=len(calls))

    return Tool(
        name="list_unresolved_calls",
        description="List the calls that were begun and have no outcome: still running, or cut off by a crash.",
        arguments=ListUnresolvedCallsInput,
        output=ListUnresolvedCallsOutput,
        handler=run,
        safety_level=SafetyLevel.SAFE,
        categories=("audit",),
        reads=("the audit", "the journal of calls"),
    )
