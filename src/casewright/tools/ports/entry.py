"""What takes words out of a call on its way in, before anything keeps or records them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Mapping

    from casewright.tools.calls import CallContext, ToolCall
    from casewright.tools.definition import Tool


@dataclass(frozen=True, slots=True)
class Prepared:
    """A call as it goes on. ``masked`` counts by kind what was taken out of it, for the record."""

    call: ToolCall
    context: CallContext
    masked: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class PreparedStop:
    """A call that was stopped, and why, as the record may hold them (``tools.stopped_calls``)."""

    call: ToolCall
    context: CallContext
    withheld: frozenset[str]
    reason: str


class Entry(Protocol):
    """Says which calls are private, and masks those. The words of any other call stay as they are."""

    def withheld(self, call: ToolCall, context: CallContext) -> frozenset[str] | None:
        """The arguments of a private call that are recorded as keyed hashes only; None where the call is not private.

        No sentence about the call shows a value of one of them. Nothing is kept or changed yet.
        """
        ...

    def prepare(self, call: ToolCall, context: CallContext, tool: Tool) -> Prepared:
        """The call as its handler is to get it. What is taken out may be kept elsewhere.

        The very same ``call`` comes back where nothing is masked.
        """
        ...

    def guards(self, tool: Tool) -> bool:
        """Whether calls of the tool may hold personal data, whatever they name: no sentence about one shows a value."""
        ...

    def prepare_stopped(self, call: ToolCall, context: CallContext) -> tuple[bool, CallContext]:
        """Whether a call that was stopped may be private, and its context without personal data.

        It may name its case by a parameter that its tool does not have.
        """
        ...
