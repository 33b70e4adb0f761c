"""What stays with people: calls that decide for a person, or show what is kept from models, are refused at this door.

A client of the protocol is a program that a model steers. Nothing that it holds may approve, so neither may it make
users, who could, nor anything that somebody is known by; nor consent, decide at a human gate, say what came of a call,
or vouch as a person for a claim, a source, a fact or an amendment.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from casewright.errors import Refused
from casewright.tools.admission import Stop
from casewright.tools.calls import Status
from casewright.tools.matter_names import MATTER_NAMES, named_matters

if TYPE_CHECKING:
    from casewright.tools.definition import Tool
    from casewright.tools.gates.gate import Candidate

DECISIONS = frozenset(
    {
        "accept_restored_audit",
        "add_api_key",
        "add_service_account",
        "add_user",
        "confirm_amendment",
        "confirm_payment",
        "confirm_sources",
        "correct_fact",
        "deactivate_user",
        "decide_gate",
        "end_sessions",
        "grant_provider_consent",
        "invite_user",
        "link_identity",
        "list_api_keys",
        "resolve_call",
        "revoke_api_key",
        "rotate_audit_key",
        "set_role",
        "verify_claim",
        "waive_defect",
    }
)
"""Decisions that the system asks of a person, and what is said in a person's name."""
ABOUT_NO_MATTER = frozenset(
    {
        "check_quota",
        "flag_defect",
        "list_cases",
        "list_matters",
        "list_templates",
        "lookup_calc",
        "lookup_claim",
        "query_bigquery",
        "query_enrichment",
        "request_human_review",
        "save_query",
        "show_plans",
        "show_template",
    }
)
"""Tools whose arguments name no matter and that tell and change nothing of another one than the context's."""


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


class WithinMatter:
    """A gate for a server that is confined to a matter: what does not name it may be about all of them."""

    def keeps(self, tool: Tool) -> bool:
        """Whether the tool stays out: its arguments name no matter, and it is not known to keep to one."""
        known = tool.input_schema.get("properties", {})
        return tool.name not in ABOUT_NO_MATTER and not any(name in known for name in MATTER_NAMES)

    def __call__(self, candidate: Candidate) -> None:
        """Raises ``Stop``, ``denied``, for a call within a matter that names none."""
        named = named_matters(candidate.call.arguments)
        if candidate.context.matter is None or named or candidate.tool.name in ABOUT_NO_MATTER:
            return
        message = f"Tool {candidate.tool.name!r} is about more than the matter that this server is confined to"
        raise Stop(Status.DENIED, message, Refused)
