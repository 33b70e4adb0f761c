"""Whether a caller may know that a matter exists, and may do this in it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from casewright.domain.ids import MatterId, is_uuid
from casewright.domain.matters import MatterStatus
from casewright.policy.decisions import Deny
from casewright.tools.calls import SafetyLevel, error_object
from casewright.tools.matter_names import matter_not_found, named_matters

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from casewright.domain.matters import MatterKind
    from casewright.tools.calls import CallContext
    from casewright.tools.definition import Tool
    from casewright.tools.visibility import Visibility


@dataclass(frozen=True, slots=True)
class Hidden:
    """The matter is missing, out of the context, or not the caller's to see: one sentence for all three."""

    message: str
    structured: Mapping[str, object] | None = None
    """The seed's object for it, where matters of the kind have words of their own."""


@dataclass(frozen=True, slots=True)
class MatterWords:
    """What is said of matters of one kind in words of their own."""

    kind: MatterKind
    argument: str
    """How arguments call such a matter."""
    not_found: str
    closed: str
    """Why it cannot be changed; ``{status}`` stands for its status."""


def out_of_scope(
    context: CallContext,
    tool: Tool,
    arguments: Mapping[str, object],
    visibility: Visibility | None,
    words: Sequence[MatterWords] = (),
) -> Hidden | Deny | None:
    """What stops a call on a matter: out of the context, out of sight, beyond the caller's right in it, or closed.

    None lets it pass. An id that is no UUID passes: the tool's contract has its own answer to it, and it can name
    nothing. A tool that sends text to a provider and names no matter is about the context's.
    """
    matters = named_matters(arguments)
    if not matters and tool.providers and context.matter is not None:
        matters = [context.matter]
    for matter in matters:
        stopped = _one(context, tool, matter, visibility, words) if is_uuid(matter) else None
        if isinstance(stopped, Hidden):
            own = next((one for one in words if arguments.get(one.argument) == matter), None)
            return stopped if own is None else Hidden(own.not_found, error_object(own.not_found))
        if stopped is not None:
            return stopped
    return None


def _one(
    context: CallContext, tool: Tool, matter: MatterId, visibility: Visibility | None, words: Sequence[MatterWords]
) -> Hidden | Deny | None:
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
    return _closed(context, tool, MatterId(matter.lower()), visibility, words)


def _closed(
    context: CallContext, tool: Tool, matter: MatterId, visibility: Visibility, words: Sequence[MatterWords]
) -> Deny | None:
    """A matter that is closed or archived is read and no longer changed."""
    if tool.safety_level is SafetyLevel.SAFE or tool.on_closed:
        return None
    found = visibility.stored(context, matter)
    if found is None or found.status is MatterStatus.ACTIVE:
        return None
    status = found.status.value
    own = next((one for one in words if one.kind is found.kind), None)
    if own is None:
        reason = f"The matter is {status}: it can be read, not changed. Set its status to active first"
    else:
        reason = own.closed.format(status=status)
    return Deny(rule=f"matter.{status}", reason=reason)
