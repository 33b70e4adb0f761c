"""What a person may decide about a call that waits: values, and the handlers that give them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Mapping

    from casewright.tools.definition import Tool


_REASON_LIMIT = 500


@dataclass(frozen=True, slots=True)
class Approve:
    """Run it, exactly as it was asked for."""


@dataclass(frozen=True, slots=True)
class Reject:
    """Do not run it; the model is told the reason."""

    reason: str

    @property
    def said(self) -> str:
        """The reason as it may stand in a sentence for a model."""
        return _one_line(self.reason) or "no reason given"


@dataclass(frozen=True, slots=True)
class Edit:
    """Not this, but with these arguments: a new request, validated like any other.

    ``reason`` says what was changed and why: whoever asked is told it with the result.
    """

    arguments: Mapping[str, object]
    reason: str = ""

    @property
    def said(self) -> str:
        """The reason as it may stand in a sentence for a model."""
        return _one_line(self.reason) or "other arguments"


Decision: TypeAlias = Approve | Reject | Edit

ApprovalHandler: TypeAlias = "Callable[[Tool, Mapping[str, object]], Decision | Awaitable[Decision]]"
"""Decides in this process, for a command line say. Its ``__name__``, or its ``name``, is recorded as the approver."""


def denied(reason: str, tool: Tool | None = None) -> str:
    """The protocol's words for a call that a person rejected, and what the tool has a model told beside it."""
    told = f"Tool execution denied by user: {reason}. Do not retry."
    return told if tool is None or not tool.after_rejection else f"{told} {tool.after_rejection}"


def edited(reason: str) -> str:
    """What a model is told first about a call that a person approved with other arguments than it asked for."""
    return f"Tool call edited by user: {reason}. What ran is the edited call; do not propose again what was left out."


def _one_line(reason: str) -> str:
    return " ".join(reason.split())[:_REASON_LIMIT].rstrip(".")


def name_of(handler: ApprovalHandler) -> str:
    """What the audit calls a handler."""
    given = getattr(handler, "name", None) or getattr(handler, "__name__", None) or type(handler).__name__
    return str(given)
