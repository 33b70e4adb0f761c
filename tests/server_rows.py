"""What each operation of the server is sent, for tests made of its description.

A new route gets one row in ``GIVEN``, under its ``operationId``: what it takes that works, with ``{document_id}`` and
the like where an id of a real thing belongs, in its body, its query or (``path``) under another name in its path. A
thing of a new kind gets one row in ``STEPS`` (``tests/server_world.py``) that makes it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping

# Any in this module: what is sent and answered is JSON.
_SLOT = re.compile(r"{([a-z_]+)}")
MISSING: Mapping[str, str] = {
    **dict.fromkeys(("user", "robot", "query_name", "set_name", "template"), "nobody-there"),
    "page": "1",
    **dict.fromkeys(("secret", "unused"), f"cwi.local.{'A' * 43}"),
}
"""Names of things that are not there, by their kind; of any other kind it is ``NO_ID``."""
NO_ID = "00000000-0000-4000-8000-000000000000"


@dataclass(frozen=True)
class Given:
    """What an operation is sent. ``path``: which kind of thing a name in the path is, where they differ."""

    body: Mapping[str, Any] | None = None
    query: Mapping[str, Any] = field(default_factory=dict)
    path: Mapping[str, str] = field(default_factory=dict)
    content: bytes | None = None

    def kinds(self, path: str) -> frozenset[str]:
        """The kinds of things that it names, in this path and in what is sent."""
        named = {self.path.get(name, name) for name in _SLOT.findall(path)}
        return frozenset(named | set(_SLOT.findall(repr((self.body, self.query)))))

    def sent(self, path: str, ids: Mapping[str, str]) -> tuple[str, dict[str, Any]]:
        """The path, and the rest of the request, with these ids; a thing that has none is missing."""

        def fill(part: Any) -> Any:
            if isinstance(part, dict):
                return {name: fill(one) for name, one in part.items()}
            if isinstance(part, list):
                return [fill(one) for one in part]
            return _SLOT.sub(lambda found: id_of(found.group(1), ids), part) if isinstance(part, str) else part

        filled = _SLOT.sub(lambda found: id_of(self.path.get(found.group(1), found.group(1)), ids), path)
        rest: dict[str, Any] = {"params": fill(dict(self.query))}
        if self.content is not None:
            rest["content"] = self.content
        elif self.body is not None:
            rest["json"] = fill(dict(self.body))
        return filled, rest


def id_of(kind: str, ids: Mapping[str, str]) -> str:
    """The id of the thing of this kind, and what names none where there is none."""
    return ids.get(kind) or MISSING.get(kind, NO_ID)


def sends(**body: Any) -> Given:
    """A JSON body."""
    return Given(body)


def asks(**query: Any) -> Given:
    """A query."""
    return Given(query=query)


def names(**path: str) -> Given:
    """Names in the path that are kinds of other names."""
    return Given(path=path)


NOTHING = Given()
EMPTY = Given({})
RENT = "{the tenant pays rent}"
LEASE = b"LEASE\n\n1. Rent\nThe Tenant shall pay EUR 1,000 a month.\n"
_DEFECT = {
    "defect_type": "MISSING_LINK",
    "severity": "MAJOR",
    "description": "The figure cannot be found in any of the documents of this deal.",
    "evidence_refs": ["{held_id}"],
    "cure_protocol": "RECONSTRUCT_CHAIN",
}
QUOTE = {"document": "{held_id}", "quote": "Revenue grew by 12 %"}
_PERSON = {"kind": "individual", "firstName": "Ion", "lastName": "Pop"}
_CALCULATION = {
    "calc_type": "MOIC",
    "inputs": [{"name": name, "claim_id": "{money_id}"} for name in ("value", "invested")],
}

_PAYS = [f"The tenant pays EUR {one},000 a month in advance." for one in range(1, 9)]
_ENDS = [f"The lease ends after {one} years without notice." for one in range(1, 9)]
_ROWS = (
    '[{"claim_text": "Revenue went up.", "claim_class": "FINANCIAL", '
    '"evidence": [{"document": "{held_id}", "quote": "Revenue grew by 12 %"}]}]'
)

GIVEN: Mapping[str, Given] = {
    "accept_restored_audit": EMPTY,
    "activate_case": Given({}, path={"case_id": "tiered_id"}),
    "add_api_key": sends(name="program", tools=["list_matters"], matter_id="{matter_id}", user="{robot}"),
    "add_claim": sends(claim_text="Sales grew.", claim_class="FINANCIAL", evidence=[QUOTE]),
    "add_document": Given(query={"filename": "a.txt"}, content=LEASE),
    "add_party": sends(**_PERSON),
    "add_service_account": sends(name="robot", role="ANALYST"),
    "ask_matter": sends(question="Rent?", document_ids=["{document_id}"], thread_id="{thread_id}"),
    "assess_deal": EMPTY,
    "attach_party": sends(party_id="{party_id}", role="client"),
    "call_tool": Given({"arguments": {"matter_id": "{matter_id}"}}, path={"tool": "tool"}),
    "cancel_job": EMPTY,
    "change_party": sends(firstName="Ion"),
    "change_password": sends(old_password="a password for tests", new_password="a password for tests"),
    "check_model": sends(role="assistant"),
    "check_payment": Given({}, path={"case_id": "due_id"}),
    "check_quota": sends(user_id="{user}", organization_id=None, tier=1),
    "checkpoint_audit": EMPTY,
    "close_case": Given({}, path={"case_id": "closing_id"}),
    "confirm_amendment": sends(amended_id="{other_id}"),
    "confirm_payment": Given({}, path={"case_id": "due_id"}),
    "confirm_sources": sends(document="{held_id}"),
    "consult_grok": sends(context_summary="A dismissal.", specific_question="What now?"),
    "contract_facts": asks(document_ids="{document_id}"),
    "correct_fact": sends(field="term", action="reject"),
    "create_case": sends(title="A case"),
    "create_matter": sends(title="A matter"),
    "create_support_ticket": Given({"issue_description": "It does not go on."}, path={"case_id": "paused_id"}),
    "cure_defect": sends(reason="It was shown."),
    "date_deal": sends(as_of="2026-01-31"),
    "deactivate_user": Given({}, path={"name": "user"}),
    "decide_approval": sends(decision="reject", reason="Not now"),
    "decide_gate": sends(decision="approved", reason="It was read."),
    "define_template": sends(name="rents", query=RENT, replace=True),
    "delete_column_set": names(name="set_name"),
    "delete_document": NOTHING,
    "delete_matter": NOTHING,
    "delete_party": names(party_id="spare_id"),
    "delete_saved_query": names(name="query_name"),
    "describe_source": sends(document="{held_id}", source_type="signed_contract"),
    "detach_party": NOTHING,
    "document_changes": NOTHING,
    "end_sessions": NOTHING,
    "estimate_query": sends(query=RENT, document_ids=["{document_id}"]),
    "export_audit": EMPTY,
    "extract_claims": sends(document_ids=["{held_id}"]),
    "finish_provider_sign_in": NOTHING,
    "find_documents": sends(contents=[{"sha256": "0" * 64}]),
    "find_section": asks(reference="clause 1", document_ids="{document_id}"),
    "flag_defect": sends(**_DEFECT),
    "follow_job": NOTHING,
    "frame_question": sends(question="Rent?"),
    "generate_draft_pdf": sends(markdown_content="# A", draft_name="a", revision=1),
    "get_case_details": NOTHING,
    "get_document_text": NOTHING,
    "get_original": NOTHING,
    "get_party_id_by_name": sends(mentioned_name="Ion"),
    "grant_provider_consent": sends(provider="isaacus"),
    "import_claims": sends(format="json", content=_ROWS),
    "invite_user": sends(name="zoe", role="CLIENT"),
    "isaacus_classify": sends(document_ids=["{document_id}"]),
    "isaacus_extract": sends(question="What is the rent?", document_ids=["{document_id}"]),
    "isaacus_iql": sends(query=RENT, document_ids=["{document_id}"]),
    "isaacus_search": sends(query="rent", document_ids=["{document_id}"]),
    "join": sends(password="a password for tests"),
    "link_identity": sends(issuer="https://id.example", subject="1"),
    "list_amendments": NOTHING,
    "list_api_keys": NOTHING,
    "list_approvals": NOTHING,
    "list_calculations": NOTHING,
    "list_cases": NOTHING,
    "list_cell_reviews": asks(document_id="{document_id}"),
    "list_claims": NOTHING,
    "list_column_sets": NOTHING,
    "list_debates": NOTHING,
    "list_defects": asks(claim_id="{claim_id}"),
    "list_drafts": NOTHING,
    "list_gates": NOTHING,
    "list_invitations": NOTHING,
    "list_jobs": asks(matter_id="{matter_id}"),
    "list_matter_documents": NOTHING,
    "list_matters": NOTHING,
    "list_participants": NOTHING,
    "list_parties": asks(case_id="{case_id}"),
    "list_provider_consents": NOTHING,
    "list_saved_queries": asks(matter_id="{matter_id}"),
    "list_sources": NOTHING,
    "list_templates": NOTHING,
    "list_threads": asks(thread_id="{thread_id}"),
    "list_tickets": asks(case_id="{case_id}"),
    "list_tools": NOTHING,
    "list_unresolved_calls": NOTHING,
    "list_usable_templates": NOTHING,
    "list_users": NOTHING,
    "live": NOTHING,
    "lookup_calc": NOTHING,
    "lookup_claim": NOTHING,
    "message_agent": sends(message="Bună ziua"),
    "message_case": sends(message="Bună ziua"),
    "metrics": NOTHING,
    "open_container": Given(query={"filename": "a.eml"}, content=b"Subject: Rent\n\nIt is due.\n"),
    "query_bigquery": sends(query_string="SELECT doc_id FROM legislatie", table_name="legislatie"),
    "query_enrichment": sends(entity_type="COMPANY", entity_name="Acme", data_points=["founded"]),
    "quote_boxes": Given(query={"start": "0", "end": "1"}, path={"document_id": "scan_id"}),
    "read_audit": asks(about_matter="{matter_id}"),
    "ready": NOTHING,
    "remask_cases": EMPTY,
    "remove_template": names(name="template"),
    "rename_document": sends(filename="other.txt"),
    "render_draft": names(case_id="active_id"),
    "render_page": names(document_id="scan_id"),
    "report_deal": EMPTY,
    "request_human_review": sends(claim_ids=["{claim_id}"], reason="It is large."),
    "request_payment": Given({}, path={"case_id": "due_id"}),
    "reread_documents": sends(document_ids=["{document_id}"]),
    "resolve_call": sends(outcome="done"),
    "resume_case": Given({}, path={"case_id": "paused_id"}),
    "resume_debate": sends(debate_id="{debate_id}"),
    "retry_job": EMPTY,
    "review_cell": sends(column={"kind": "fact", "asks": "term"}, state="reviewed"),
    "reveal_draft": names(case_id="active_id"),
    "reveal_text": sends(text="[PARTY_1]"),
    "revoke_api_key": NOTHING,
    "revoke_invitation": NOTHING,
    "revoke_provider_consent": names(provider="provider"),
    "rotate_audit_key": EMPTY,
    "run_calculation": sends(**_CALCULATION),
    "run_debate": sends(max_rounds=1),
    "save_column_set": sends(name="terms", columns=[{"kind": "fact", "asks": "term"}], replace=True),
    "save_query": sends(name="rents", query=RENT, matter_id="{matter_id}", replace=True),
    "search_everywhere": sends(text="rent"),
    "search_evidence": sends(query="revenue"),
    "set_case_tier": sends(tier=1, justification="It is short."),
    "set_matter_status": sends(status="active"),
    "set_plan": sends(plan="individual"),
    "set_role": sends(role="ANALYST"),
    "share_matter": sends(user="{user}", role="observer"),
    "show_case": NOTHING,
    "show_deal": NOTHING,
    "show_debate": NOTHING,
    "show_document": NOTHING,
    "show_invitation": names(secret="unused"),
    "show_document_layout": NOTHING,
    "show_job": NOTHING,
    "show_matter": NOTHING,
    "show_page": names(document_id="scan_id"),
    "show_party": NOTHING,
    "show_plans": NOTHING,
    "show_session": NOTHING,
    "show_template": names(name="template"),
    "show_usage": NOTHING,
    "sign_in": sends(name="{user}", password="a password for tests"),
    "sign_out": NOTHING,
    "start_provider_sign_in": NOTHING,
    "take_payment_event": Given(content=b"{}"),
    "train_template": Given({"positive": _PAYS, "negative": _ENDS, "replace": True}, path={"name": "template"}),
    "translate_query": sends(words="the rent"),
    "unshare_matter": NOTHING,
    "update_case_details": sends(updates={"summary.current": "A dismissal."}),
    "validate_query": sends(query=RENT),
    "verify_audit": EMPTY,
    "verify_claim": EMPTY,
    "waive_defect": Given({"reason": "It is known."}, path={"defect_id": "known_id"}),
}
"""What each operation is sent, by its ``operationId`` (of those with ``_at_`` in it, what stands before)."""


def row_of(operation: Mapping[str, Any]) -> Given:
    """What the operation of a description is sent."""
    return GIVEN[operation["operationId"].partition("_at_")[0]]
