"""The tool ``resolve_call``: a person says what came of a call that was cut off."""

from __future__ import annotations

from hashlib import sha256
from typing import TYPE_CHECKING, Literal

from pydantic import BaseModel, Field

from casewright.errors import NotFound
from casewright.toolbox.approvals.unresolved_calls import RESOLVED_BY, unresolved_calls
from casewright.tools.arguments import Arguments
from casewright.tools.calls import CallContext, SafetyLevel, Status
from casewright.tools.definition import Tool
from casewright.tools.ports.journal import RecordedResult

if TYPE_CHECKING:
    from casewright.tools.ports.audit import AuditLog
    from casewright.tools.ports.journal import CallJournal

_DONE = "Done, as {by} found afterwards; the result itself was lost"


class ResolveCallInput(Arguments):
    """Input of the ``resolve_call`` tool."""

    call: str = Field(description="The call_id that list_unresolved_calls shows")
    outcome: Literal["done", "not_done"] = Field(description="Whether the call took effect")
    note: str = Field(default="", max_length=2_000, description="How you know")


class ResolveCallOutput(BaseModel):
    """What was said of which call."""

    call: str
    tool: str
    outcome: Literal["done", "not_done"]


def resolve_call(*, audit: AuditLog, journal: CallJournal) -> Tool:
    """The tool over this log and this journal. That it was called is the record of the decision."""

    def run(arguments: ResolveCallInput, context: CallContext) -> ResolveCallOutput:
        calls = {one.id: one for one in unresolved_calls(audit, journal, context.tenant)}
        found = calls.get(arguments.call)
        if found is None or found.tool == RESOLVED_BY:
            raise NotFound(f"There is no unresolved call {arguments.call!r}: 'casewright calls unresolved' shows them")
        if found.key is not None and arguments.outcome == "not_done":
            journal.forget(found.caller, found.key)
        elif found.key is not None:
            content = _DONE.format(by=context.actor.id)
            digest = "sha256:" + sha256(content.encode()).hexdigest()
            result = RecordedResult(Status.SUCCESS.value, content, "null", None, None, digest)
            journal.finish(found.caller, found.key, result)
        return ResolveCallOutput(call=found.id, tool=found.tool, outcome=arguments.outcome)

    return Tool(
        name=RESOLVED_BY,
        description="Say what came of a call that was cut off: done, or not done, which frees its key to run again.",
        arguments=ResolveCallInput,
        output=ResolveCallOutput,
        handler=run,
        safety_level=SafetyLevel.CAUTIOUS,
        categories=("audit",),
        reads=("the audit",),
        writes=("the journal of calls",),
    )
