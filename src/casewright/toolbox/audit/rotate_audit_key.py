"""The tool ``rotate_audit_key``: sign the audit with a new key from now on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pydantic import BaseModel, Field

from casewright.tools.arguments import Arguments
from casewright.tools.calls import CallContext, SafetyLevel
from casewright.tools.definition import Tool

if TYPE_CHECKING:
    from casewright.tools.ports.audit import AuditCheckpoints, AuditKeyRing


class RotateAuditKeyInput(Arguments):
    """Input of the ``rotate_audit_key`` tool."""

    lost: bool = Field(default=False, description="Whether the old key is missing for good: then it signs no last word")


class RotateAuditKeyOutput(BaseModel):
    """The id of the key that signs now, and the event up to which the old one signed."""

    key_id: str
    old_key_signed: int


def rotate_audit_key(*, keys: AuditKeyRing, checkpoints: AuditCheckpoints) -> Tool:
    """The tool over these keys."""

    def run(arguments: RotateAuditKeyInput, context: CallContext) -> RotateAuditKeyOutput:
        # The old key's last word: what was recorded until now, this very call's intent included.
        last = None if arguments.lost else checkpoints.checkpoint(context.tenant)
        key_id = keys.rotate(lost=arguments.lost)
        return RotateAuditKeyOutput(key_id=key_id, old_key_signed=0 if last is None else last.count)

    return Tool(
        name="rotate_audit_key",
        description="Sign the audit's checkpoints with a new key; the old one's public half is kept.",
        arguments=RotateAuditKeyInput,
        output=RotateAuditKeyOutput,
        handler=run,
        safety_level=SafetyLevel.CAUTIOUS,
        categories=("audit",),
        reads=("the audit's head",),
        writes=("the signing key", "a signed checkpoint"),
    )
