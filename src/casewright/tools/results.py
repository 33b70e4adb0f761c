"""What a caller gets back, put together from how the call ended."""

from __future__ import annotations

from time import perf_counter
from typing import TYPE_CHECKING

from casewright.tools.admission import Stop
from casewright.tools.calls import Metadata, ToolResult
from casewright.tools.decisions import edited

if TYPE_CHECKING:
    from casewright.tools.admission import Admitted
    from casewright.tools.calls import ToolCall
    from casewright.tools.definition import Tool
    from casewright.tools.outcomes import Outcome


def make_result(
    call: ToolCall, tool: Tool | None, outcome: Outcome, started: float, seq: int | None, by: Admitted | Stop
) -> ToolResult:
    """The result of a call that began at ``started``; ``by`` is what it was let in as, or what stopped it."""
    change = None if isinstance(by, Stop) else by.edited
    return ToolResult(
        id=call.id,
        tool=call.name,
        status=outcome.status,
        content=outcome.content if change is None else f"{edited(change)}\n{outcome.content}",
        structured=outcome.structured,
        error=outcome.error,
        metadata=Metadata(
            execution_time_ms=(perf_counter() - started) * 1000,
            safety_level=None if tool is None else tool.safety_level,
            audit_seq=seq,
            error_kind=outcome.error_kind,
            approval_id=by.approval,
            replayed=isinstance(by, Stop) and by.phase == "replayed",
            approved_by=by.approved_by,
            edited=change,
        ),
    )
