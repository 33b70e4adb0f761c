"""The tool ``export_audit``: the audit in one file that verifies anywhere. Its outcome records the file's hash."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pydantic import BaseModel, Field

from casewright.errors import NotFound
from casewright.tools.arguments import Arguments
from casewright.tools.calls import CallContext, SafetyLevel
from casewright.tools.definition import Tool

if TYPE_CHECKING:
    from casewright.tools.ports.audit import AuditExports

_TIMEOUT = 600.0


class ExportAuditInput(Arguments):
    """Input of the ``export_audit`` tool."""

    after: int = Field(default=0, ge=0, description="Only events with a sequence number above this one")


class ExportAuditOutput(BaseModel):
    """The zip file that was written, the first and last event in it, its size in bytes and its SHA-256."""

    filename: str
    first: int
    last: int
    size: int
    sha256: str


def export_audit(*, exports: AuditExports) -> Tool:
    """The tool over these exports."""

    def run(arguments: ExportAuditInput, context: CallContext) -> ExportAuditOutput:
        made = exports.write(context.tenant, arguments.after)
        if made is None:
            raise NotFound(f"There are no events after number {arguments.after}, so there is nothing to export.")
        return ExportAuditOutput(
            filename=made.filename, first=made.first, last=made.last, size=made.size, sha256=made.sha256
        )

    return Tool(
        name="export_audit",
        description="Write the audit's events, signed checkpoints and an offline verifier into one zip file.",
        arguments=ExportAuditInput,
        output=ExportAuditOutput,
        handler=run,
        safety_level=SafetyLevel.CAUTIOUS,
        categories=("audit",),
        timeout=_TIMEOUT,
        reads=("the audit",),
        writes=("a signed checkpoint", "a file in the home's exports"),
    )
