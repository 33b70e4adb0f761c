"""Which matter a call is about, whether the caller may know that it exists, and may do this in it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from casewright.domain.ids import MatterId, is_uuid
from casewright.domain.matters import MatterKind, MatterStatus
from casewright.policy.decisions import Deny
from casewright.tools.calls import SafetyLevel

if TYPE_CHECKING:
    from collections.abc import Mapping

    from casewright.tools.calls import CallContext
    from casewright.tools.definition import Tool
    from casewright.tools.visibility import Visibility

MATTER_NAMES = ("matter_id", "deal_id", "case_id")
"""How arguments call the matter that a call is about."""


@dataclass(frozen=True, slots=True)
class Hidden:
    """The matter is missing, out of the context, or not the caller's to see: one sentence for all three."""

    message: str
    structured: Mapping[str, object] | None = None
    """The seed's object for it, where the arguments call it ``case_id``."""


CASE_NOT_FOUND = "Case ID not found"
"""The seed's words (case-agent.md, tools 2, 5, 6)."""


def case_failed(message: str) -> Mapping[str, object]:
    """The seed's object for a call on a case that failed."""
    return {"status": "error", "error_message": message}


def named_matters(arguments: Mapping[str, object]) -> list[MatterId]:
    """The matters that the arguments name, under whatever name."""
    values = (arguments.get(name) for name in MATTER_NAMES)
    return [MatterId(value) for value in values if isinstance(value, str)]


def named_matter(arguments: Mapping[str, object]) -> MatterId | None:
    """The first matter that the arguments name, None where they name none."""
    return next(iter(named_matters(arguments)), None)


def matter_not_found(matter: str) -> str:
    """The one sentence for a matter that is missing and for one that is not the caller's to see."""
    return f"Matter {matter!r} not found: 'casewright matter list' shows the ids"


def out_of_scope(
    context: CallContext, tool: Tool, arguments: Mapping[str, object], visibility: Visibility | None
) -> Hidden | Deny | None:
    """What stops a call on a matter: out of the context, out of sight, beyond the caller's right in it, or closed.

    None lets it pass. An id that is no UUID passes: the tool's contract has its own answer to it, and it can name
    nothing. A tool that sends text to a provider and names no matter is about the context's.
    """
    matters = named_matters(arguments)
    if not matters and tool.providers and context.matter is not None:
        matters = [context.matter]
    for matter in matters:
        stopped = _one(context, tool, matter, visibility) if is_uuid(matter) else None
        if isinstance(stopped, Hidden) and arguments.get("case_id") == matter:
            return Hidden(CASE_NOT_FOUND, case_failed(CASE_NOT_FOUND))
        if stopped is not None:
            return stopped
    return None


def _one(context: CallContext, tool: Tool, matter: MatterId, visibility: Visibility | None) -> Hidden | Deny | None:
    if context.matter is not None and matter.lower() != context.matter.lower():
        return Hidden(matter_not_found(matter))
    if visibility is None:
        return None
    standing = visibility.standing(context, MatterId(matter.lower()))
    if standing is None:
        return Hidden(matter_not_found(matter))
    if standing.right < tool.matter_right:
        # The protocol's sentence for a refusal, with the part in the matter where the role stands.
        reason = f"Tool {tool.name!r} is not permitted for {standing.title}"
        return Deny(rule=f"matter.{standing.title}", reason=reason)
    return _closed(context, tool, MatterId(matter.lower()), visibility)


def _closed(context: CallContext, tool: Tool, matter: MatterId, visibility: Visibility) -> Deny | None:
    """A matter that is closed or archived is read and no longer changed."""
    if tool.safety_level is SafetyLevel.SAFE or tool.on_closed:
        return None
    found = visibility.stored(context, matter)
    if found is None or found.status is MatterStatus.ACTIVE:
        return None
    status = found.status.value
    reason = f"The matter is {status}: it can be read, not changed. Set its status to active first"
    if found.kind is MatterKind.CASE:
        reason = f"The case is {status}: it can be read, not changed"
    return Deny(rule=f"matter.{status}", reason=reason)
