"""The tool ``export_audit``: the audit in one file that verifies anywhere. Its outcome records the file's hash."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Literal

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
    form: Literal["zip", "ocsf"] = Field(
        default="zip", description="A zip that proves itself, or JSON Lines in OCSF's shape for a SIEM"
    )


class ExportAuditOutput(BaseModel):
    """The file that was written, the first and last event in it, its size in bytes and its SHA-256.

    ``left_out`` events are told by another's line: intents whose outcome is there.
    """

    filename: str
    first: int
    last: int
    size: int
    sha256: str
    left_out: int = 0


def export_audit(*, exports: AuditExports) -> Tool:
    """The tool over these exports."""

    def run(arguments: ExportAuditInput, context: CallContext) -> ExportAuditOutput:
        made = exports.write(context.tenant, arguments.after, arguments.form)
        if made is None:
            raise NotFound(f"There are no events after number {arguments.after}, so there is nothing to export.")
        return ExportAuditOutput(**asdict(made))

    return Tool(
        name="export_audit",
        description=(
            "Write the audit's events, signed checkpoints and an offline verifier into one zip file, or the events "
            "alone as JSON Lines in OCSF's shape."
        ),
        arguments=ExportAuditInput,
        output=ExportAuditOutput,
        handler=run,
        safety_level=SafetyLevel.CAUTIOUS,
        categories=("audit",),
        timeout=_TIMEOUT,
        reads=("the audit",),
        writes=("a signed checkpoint", "a file in the home's exports"),
    )
