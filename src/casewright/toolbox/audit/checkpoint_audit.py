"""The tool ``checkpoint_audit``: sign how far the audit has come, to keep the proof elsewhere."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pydantic import BaseModel

from casewright.errors import NotFound
from casewright.tools.arguments import Arguments
from casewright.tools.calls import CallContext, SafetyLevel
from casewright.tools.definition import Tool

if TYPE_CHECKING:
    from casewright.tools.ports.audit import AuditCheckpoints


class CheckpointAuditInput(Arguments):
    """Input of the ``checkpoint_audit`` tool: nothing."""


class CheckpointAuditOutput(BaseModel):
    """The checkpoint, every field: ``signature`` is over all the others."""

    tenant_id: str
    count: int
    head: str
    timestamp: str
    key_id: str
    signature: str


def checkpoint_audit(*, checkpoints: AuditCheckpoints) -> Tool:
    """The tool over this signer."""

    def run(_arguments: CheckpointAuditInput, context: CallContext) -> CheckpointAuditOutput:
        made = checkpoints.checkpoint(context.tenant)
        if made is None:
            raise NotFound("There are no events, so there is nothing to sign.")
        return CheckpointAuditOutput(
            tenant_id=made.tenant_id,
            count=made.count,
            head=made.head,
            timestamp=made.timestamp,
            key_id=made.key_id,
            signature=made.signature,
        )

    return Tool(
        name="checkpoint_audit",
        description="Sign how many events the audit has and the hash of the last, to be kept outside as proof.",
        arguments=CheckpointAuditInput,
        output=CheckpointAuditOutput,
        handler=run,
        safety_level=SafetyLevel.CAUTIOUS,
        categories=("audit",),
        reads=("the audit's head",),
        writes=("a signed checkpoint",),
    )
