"""What a call is on its way through the gates: let in so far, or stopped."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from casewright.tools.calls import SafetyLevel

if TYPE_CHECKING:
    from collections.abc import Mapping

    from pydantic import BaseModel

    from casewright.audit.events import Phase
    from casewright.canonical import Json
    from casewright.errors import CasewrightError
    from casewright.policy.policy import Rule
    from casewright.tools.calls import CallContext, Status, ToolCall
    from casewright.tools.definition import Tool
    from casewright.tools.outcomes import Outcome


class Stop(Exception):
    """A call that a gate stops, with what is said about it. Never leaves the executor.

    ``outcome`` is a recorded result in place of a sentence; ``recorded`` the number of an event that already says
    all of it, so that no other is written. ``approved_by`` let the call run that ``outcome`` came of.
    """

    def __init__(
        self,
        status: Status,
        message: str,
        kind: type[CasewrightError],
        *,
        phase: Phase = "stopped",
        outcome: Outcome | None = None,
        approval: str | None = None,
        recorded: int | None = None,
    ) -> None:
        super().__init__(message)
        self.status = status
        self.message = message
        self.kind = kind
        self.phase: Phase = phase
        self.outcome = outcome
        self.approval = approval
        self.approved_by: str | None = None
        self.recorded = recorded


@dataclass(frozen=True, slots=True)
class Admitted:
    """A call that passed the gates. ``key`` is what the journal knows it by, None where it is not in there."""

    call: ToolCall
    context: CallContext
    tool: Tool
    rule: Rule
    arguments: BaseModel
    recorded: Mapping[str, Json]
    private: bool = False
    """Whether no word of it, and none of what is said about it, is recorded."""
    key: str | None = None
    approval: str | None = None
    approved_by: str | None = None
    edited: str | None = None
    """What the person who approved it changed of it, in their words."""

    @property
    def needs_approval(self) -> bool:
        """Whether a person has to approve the call: the tool is dangerous, or the policy asks for it."""
        return self.tool.safety_level is SafetyLevel.DANGEROUS or self.rule.approval is not None

    @property
    def confidential(self) -> bool:
        """Whether what is said about the call may hold personal data: nothing of that is recorded or logged."""
        return self.private or bool(self.tool.sensitive)

    @property
    def repeatable(self) -> bool:
        """Whether running it twice does no more than running it once."""
        return self.tool.idempotent or self.tool.safety_level is SafetyLevel.SAFE
