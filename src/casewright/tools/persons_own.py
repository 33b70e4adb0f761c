"""What stays with people, wherever a model holds tools: to decide for a person, or to see what is kept from models.

A client of MCP and an agent of LangChain are programs that a model steers, in whoever's name. Nothing that they hold
may approve, so neither may it make users or let somebody see a matter, who could approve then; nor consent, decide at
a human gate, say what came of a call, or vouch as a person for a claim, a source, a fact or an amendment.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from casewright.tools.definition import Tool

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
        "list_invitations",
        "resolve_call",
        "review_cell",
        "revoke_api_key",
        "revoke_invitation",
        "rotate_audit_key",
        "set_role",
        "share_matter",
        "verify_claim",
        "waive_defect",
    }
)
"""Decisions that the system asks of a person, what lets somebody approve, and what is said in a person's name."""


def stays_with_people(tool: Tool) -> bool:
    """Whether no model is offered the tool: it decides for a person, or reveals personal data."""
    return tool.name in DECISIONS or tool.reveals
