"""What the audit is told about decisions: ``approval.granted``, ``.rejected``, ``.edited`` and ``.refused``."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from casewright.audit.events import Event
    from casewright.domain.actors import Actor
    from casewright.tools.admission import Admitted
    from casewright.tools.calls import CallContext, ToolCall
    from casewright.tools.definition import Tool
    from casewright.tools.ports.entry import Entry
    from casewright.tools.recorder import Recorder

Admit: TypeAlias = "Callable[[ToolCall, CallContext, Tool | None], Admitted]"
"""Takes a call through the gates; raises ``Stop``."""
Submit: TypeAlias = "Callable[[Event], Awaitable[int]]"
"""Records an event; its number."""
Ruling: TypeAlias = Literal["granted", "rejected", "edited", "refused"]


@dataclass(frozen=True, slots=True)
class DecisionRecord:
    """Writes the events of decisions, in the approver's name."""

    recorder: Recorder
    submit: Submit
    entry: Entry | None

    async def write(
        self,
        ruling: Ruling,
        call: ToolCall,
        context: CallContext,
        tool: Tool | None,
        *,
        approval: str | None = None,
        reason: str | None = None,
    ) -> int:
        """Record a decision about ``call``; ``context`` is the call's, with the approver as its actor."""
        return await self.submit(self.event(ruling, call, context, tool, approval=approval, reason=reason))

    def event(
        self,
        ruling: Ruling,
        call: ToolCall,
        context: CallContext,
        tool: Tool | None,
        *,
        approval: str | None = None,
        reason: str | None = None,
    ) -> Event:
        """The event of a decision about ``call``."""
        withheld = None if self.entry is None else self.entry.withheld(call, context)
        return self.recorder.event(
            "decided",
            call,
            context,
            tool,
            self.recorder.recorded(tool, call.arguments, withheld or ()),
            status=ruling.upper(),
            reason=reason,
            approval=approval,
            event_type=f"approval.{ruling}",
        )

    async def about(
        self,
        ruling: Ruling,
        admitted: Admitted,
        approver: Actor,
        *,
        approval: str | None = None,
        reason: str | None = None,
    ) -> int:
        """Record a decision about a call that passed the gates."""
        context = replace(admitted.context, actor=approver)
        return await self.write(ruling, admitted.call, context, admitted.tool, approval=approval, reason=reason)
