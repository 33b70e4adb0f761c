"""The tool ``read_audit``: the recorded events, newest last. Reading them is recorded like everything else."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import orjson
from pydantic import BaseModel, Field

from casewright.tools.arguments import Arguments
from casewright.tools.calls import CallContext, SafetyLevel
from casewright.tools.definition import Tool

if TYPE_CHECKING:
    from collections.abc import Callable, Collection

    from casewright.audit.chain import Record
    from casewright.tools.ports.audit import AuditLog


class ReadAuditInput(Arguments):
    """Input of the ``read_audit`` tool. Filters are joined by "and"."""

    last: int = Field(default=20, ge=1, le=10_000, description="How many events at most, counted from the newest")
    before: int | None = Field(default=None, ge=1, description="Only events with a sequence number below this one")
    tool_name: str | None = Field(default=None, description="Only events about this tool")
    about_matter: str | None = Field(default=None, description="Only events about the matter with this UUID")
    agent_id: str | None = Field(default=None, description="Only events of this person or agent")
    about_call: str | None = Field(default=None, description="Only events about the call with this id: its whole story")

    acts_only: bool = Field(default=False, description="True: without events of calls of tools that only read")


class ReadAuditOutput(BaseModel):
    """The events in order, each with its ``hash``; ``total_count`` is how many the chain has."""

    events: list[dict[str, Any]]
    total_count: int
    head: str


def read_audit(*, audit: AuditLog, reading: Callable[[], Collection[str]] = tuple) -> Tool:
    """The tool over this log; ``reading`` names the tools that only read."""

    def run(arguments: ReadAuditInput, context: CallContext) -> ReadAuditOutput:
        head = audit.head(context.tenant)
        wanted = {
            "tool_name": arguments.tool_name,
            "matter_id": arguments.about_matter,
            "agent_id": arguments.agent_id,
            "call_id": arguments.about_call,
        }
        filters = {name: value for name, value in wanted.items() if value is not None}
        left_out = frozenset(reading()) if arguments.acts_only else frozenset()
        top = head.count if arguments.before is None else min(head.count, arguments.before - 1)
        after = 0 if filters or left_out else max(0, top - arguments.last)
        events: list[dict[str, Any]] = []
        for record in audit.records(context.tenant, after):
            if record.seq > top:
                break
            event = _event(record)
            if event.get("tool_name") in left_out:
                continue
            if all(event.get(name) == value for name, value in filters.items()):
                events.append(event)
        return ReadAuditOutput(events=events[-arguments.last :], total_count=head.count, head=head.hash)

    return Tool(
        name="read_audit",
        description="Read the audit: who called which tool with what, what was refused, and what came of it.",
        arguments=ReadAuditInput,
        output=ReadAuditOutput,
        handler=run,
        safety_level=SafetyLevel.SAFE,
        categories=("audit",),
        reads=("the audit",),
    )


def _event(record: Record) -> dict[str, Any]:
    body: dict[str, Any] = orjson.loads(record.body)
    return {"seq": body.pop("seq"), **body, "hash": record.hash}
