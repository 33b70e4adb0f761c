"""The tool ``accept_restored_audit``: go on from an audit that was restored from a backup."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pydantic import BaseModel

from casewright.tools.arguments import Arguments
from casewright.tools.call_events import emit
from casewright.tools.calls import CallContext, SafetyLevel
from casewright.tools.definition import Tool

if TYPE_CHECKING:
    from casewright.tools.ports.audit import RestoredAudits

ACCEPTED = "audit.restored_accepted"


class AcceptRestoredAuditInput(Arguments):
    """Input of the ``accept_restored_audit`` tool: nothing."""


class AcceptRestoredAuditOutput(BaseModel):
    """The head that was remembered until now, and the one that is remembered from now on."""

    remembered_count: int
    remembered_head: str
    accepted_count: int
    accepted_head: str


def accept_restored_audit(*, audits: RestoredAudits) -> Tool:
    """The tool over these audits."""

    def run(_arguments: AcceptRestoredAuditInput, context: CallContext) -> AcceptRestoredAuditOutput:
        before, now = audits.accept(context.tenant)
        output = AcceptRestoredAuditOutput(
            remembered_count=before.count,
            remembered_head=before.hash,
            accepted_count=now.count,
            accepted_head=now.hash,
        )
        emit(ACCEPTED, output.model_dump())
        return output

    return Tool(
        name="accept_restored_audit",
        description="After a restore from a backup: go on from the restored audit, where this system wrote all of it.",
        arguments=AcceptRestoredAuditInput,
        output=AcceptRestoredAuditOutput,
        handler=run,
        safety_level=SafetyLevel.CAUTIOUS,
        categories=("audit",),
        emits=(ACCEPTED,),
        reads=("the audit",),
        writes=("the remembered head",),
    )
