"""What a gate is: one question that a call has to answer before it runs."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Mapping

    from pydantic import BaseModel

    from casewright.policy.policy import Rule
    from casewright.tools.calls import CallContext, ToolCall
    from casewright.tools.definition import Tool
    from casewright.tools.visibility import Visibility


@dataclass(slots=True)
class Candidate:
    """A call on its way through the gates, with what they found out on the way.

    A call is let in only with a ``rule`` of the policy and ``arguments`` that were checked. ``withheld`` names the
    arguments of a private call that are recorded as hashes only, None where the call is not private; ``guarded``
    says that its tool is about people, so that no sentence shows what was given; ``masked`` counts what was taken
    out of its texts, if anything; ``sight`` has looked up the matters that it is about.
    """

    call: ToolCall
    context: CallContext
    tool: Tool
    rule: Rule | None = None
    arguments: BaseModel | None = None
    withheld: frozenset[str] | None = None
    guarded: bool = False
    masked: Mapping[str, int] | None = None
    sight: Visibility | None = None


class Gate(Protocol):
    """Asked about every call, in its place in the sequence. It runs nothing."""

    def __call__(self, candidate: Candidate, /) -> None:
        """Let the call pass; raises ``Stop`` with what is said to the caller."""
        ...
