"""What stays with people: calls that decide for a person, or show what is kept from models, are refused at this door.

A client of the protocol is a program that a model steers. Nothing that it holds may approve, so neither may it make
users, who could; nor consent, decide at a human gate, or say what came of a call.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from casewright.errors import Refused
from casewright.tools.admission import Stop
from casewright.tools.calls import Status

if TYPE_CHECKING:
    from casewright.tools.definition import Tool
    from casewright.tools.gates.gate import Candidate

DECISIONS = frozenset(
    {
        "accept_restored_audit",
        "add_user",
        "confirm_payment",
        "deactivate_user",
        "decide_gate",
        "grant_provider_consent",
        "resolve_call",
        "rotate_audit_key",
    }
)
"""Decisions that the system asks of a person."""


class PersonsOwn:
    """A gate of the executor; the same question says what is listed."""

    def keeps(self, tool: Tool) -> bool:
        """Whether the tool stays with people: it decides for one, or reveals personal data."""
        return tool.name in DECISIONS or tool.reveals

    def __call__(self, candidate: Candidate) -> None:
        """Raises ``Stop``, ``denied``, where the call stays with people."""
        if self.keeps(candidate.tool):
            message = (
                f"Tool {candidate.tool.name!r} stays with people and is not offered over MCP: "
                "a person calls it on the command line"
            )
            raise Stop(Status.DENIED, message, Refused)
