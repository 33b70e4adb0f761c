"""One thing of each kind behind the server, and what each of its operations is sent: for tests made of its description.

A new route gets one row in ``GIVEN``, under its ``operationId``: what it takes that works, with ``{document_id}`` and
the like where an id of a real thing belongs, in its body, its query or (``path``) under another name in its path. A
thing of a new kind gets one row in ``STEPS`` that makes it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from importlib import resources
from typing import TYPE_CHECKING, Any

from tests.served import API

if TYPE_CHECKING:
    from collections.abc import Mapping

    import httpx

    from tests.served import Served

# Any in this module: what is sent and answered is JSON.
_SLOT = re.compile(r"{([a-z_]+)}")
MISSING: Mapping[str, str] = {
    **dict.fromkeys(("user", "robot", "query_name", "template"), "nobody-there"),
    "secret": f"cwi.local.{'A' * 43}",
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
_RENT = "{the tenant pays rent}"
_LEASE = b"LEASE\n\n1. Rent\nThe Tenant shall pay EUR 1,000 a month.\n"
_DEFECT = {
    "defect_type": "MISSING_LINK",
    "severity": "MAJOR",
    "description": "The figure cannot be found in any of the documents of this deal.",
    "evidence_refs": ["{held_id}"],
    "cure_protocol": "RECONSTRUCT_CHAIN",
}
_QUOTE = {"document": "{held_id}", "quote": "Revenue grew by 12 %"}
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
    "add_claim": sends(claim_text="Sales grew.", claim_class="FINANCIAL", evidence=[_QUOTE]),
    "add_document": Given(query={"filename": "a.txt"}, content=_LEASE),
    "add_party": sends(**_PERSON),
    "add_service_account": sends(name="robot", role="ANALYST"),
    "ask_matter": sends(question="Rent?", document_ids=["{document_id}"], thread_id="{thread_id}"),
    "assess_deal": EMPTY,
    "attach_party": sends(party_id="{party_id}", role="client"),
    "call_tool": Given({"arguments": {"matter_id": "{matter_id}"}}, path={"tool": "tool"}),
    "cancel_job": EMPTY,
    "change_party": sends(firstName="Ion"),
    "change_password": sends(old_password="a password for tests", new_password="a password for tests"),
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
    "define_template": sends(name="rents", query=_RENT),
    "delete_document": NOTHING,
    "delete_matter": NOTHING,
    "delete_party": names(party_id="spare_id"),
    "delete_saved_query": names(name="query_name"),
    "describe_source": sends(document="{held_id}", source_type="signed_contract"),
    "detach_party": NOTHING,
    "document_changes": NOTHING,
    "end_sessions": NOTHING,
    "estimate_query": sends(query=_RENT, document_ids=["{document_id}"]),
    "export_audit": EMPTY,
    "extract_claims": sends(document_ids=["{held_id}"]),
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
    "isaacus_iql": sends(query=_RENT, document_ids=["{document_id}"]),
    "isaacus_search": sends(query="rent", document_ids=["{document_id}"]),
    "join": sends(password="a password for tests"),
    "link_identity": sends(issuer="https://id.example", subject="1"),
    "list_amendments": NOTHING,
    "list_api_keys": NOTHING,
    "list_approvals": NOTHING,
    "list_calculations": NOTHING,
    "list_cases": NOTHING,
    "list_claims": NOTHING,
    "list_debates": NOTHING,
    "list_defects": asks(claim_id="{claim_id}"),
    "list_drafts": NOTHING,
    "list_gates": NOTHING,
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
    "report_deal": EMPTY,
    "request_human_review": sends(claim_ids=["{claim_id}"], reason="It is large."),
    "request_payment": Given({}, path={"case_id": "due_id"}),
    "reread_documents": sends(document_ids=["{document_id}"]),
    "resolve_call": sends(outcome="done"),
    "resume_case": Given({}, path={"case_id": "paused_id"}),
    "resume_debate": sends(debate_id="{debate_id}"),
    "retry_job": EMPTY,
    "reveal_text": sends(text="[PARTY_1]"),
    "revoke_api_key": NOTHING,
    "revoke_provider_consent": names(provider="provider"),
    "rotate_audit_key": EMPTY,
    "run_calculation": sends(**_CALCULATION),
    "run_debate": sends(max_rounds=1),
    "save_query": sends(name="rents", query=_RENT, matter_id="{matter_id}", replace=True),
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
    "show_invitation": NOTHING,
    "show_job": NOTHING,
    "show_matter": NOTHING,
    "show_party": NOTHING,
    "show_plans": NOTHING,
    "show_session": NOTHING,
    "show_template": names(name="template"),
    "sign_in": sends(name="{user}", password="a password for tests"),
    "sign_out": NOTHING,
    "take_payment_event": Given(content=b"{}"),
    "train_template": Given({"positive": _PAYS, "negative": _ENDS, "replace": True}, path={"name": "template"}),
    "unshare_matter": NOTHING,
    "update_case_details": sends(updates={"summary.current": "A dismissal."}),
    "verify_audit": EMPTY,
    "verify_claim": EMPTY,
    "waive_defect": Given({"reason": "It is known."}, path={"defect_id": "known_id"}),
}
"""What each operation is sent, by its ``operationId`` (of those with ``_at_`` in it, what stands before)."""


@dataclass(frozen=True)
class Step:
    """How a thing of one kind is made, and where its id stands in the answer."""

    kind: str
    path: str
    given: Given
    pointer: str
    method: str = "POST"
    headers: Mapping[str, str] = field(default_factory=dict)


_DEAL = "/deals/{deal_id}"
_DECK = b"Revenue grew by 12 % in 2024.\n"
_PAGE = resources.files("casewright") / "samples/deals/zimbrel/room/09_press-release-9-april-2026.pdf"
_CLAIM = {"claim_text": "Revenue grew.", "claim_class": "FINANCIAL", "evidence": [_QUOTE]}
_MONEY = {
    "claim_text": "EUR 100 was put in.",
    "value_struct": {"type": "monetary", "amount": "100", "currency": "EUR"},
}


def _file(name: str, content: bytes) -> Given:
    return Given(query={"filename": name}, content=content)


STEPS: tuple[Step, ...] = (
    Step("matter_id", "/matters", sends(title="{mark} lease"), "matter_id"),
    Step("deal_id", "/matters", sends(title="{mark} deal", kind="deal"), "matter_id"),
    Step("case_id", "/cases", sends(title="{mark} case"), "case_id"),
    Step("closing_id", "/cases", sends(title="{mark} case that ends"), "case_id"),
    Step("paused_id", "/cases", sends(title="{mark} case that waits"), "case_id"),
    Step("", "/cases/{paused_id}/tickets", sends(issue_description="It does not go on."), "ticket_id"),
    Step("tiered_id", "/cases", sends(title="{mark} case with a tier"), "case_id"),
    Step("", "/cases/{tiered_id}/tier", GIVEN["set_case_tier"], "status"),
    Step("", "/plans", GIVEN["set_plan"], "plan"),
    Step("active_id", "/cases", sends(title="{mark} case that is covered"), "case_id"),
    Step("", "/cases/{active_id}/tier", sends(tier=3, justification="It is long."), "status"),
    Step("", "/cases/{active_id}/activation", EMPTY, "status"),
    Step("due_id", "/cases", sends(title="{mark} case to be paid for"), "case_id"),
    Step("", "/cases/{due_id}/tier", sends(tier=3, justification="It is long."), "status"),
    Step("", "/cases/{due_id}/activation", EMPTY, "status"),
    Step("", "/cases/{due_id}/payment", EMPTY, "status"),
    Step("document_id", "/matters/{matter_id}/documents", _file("a.txt", _LEASE), "document_id"),
    Step("other_id", "/matters/{matter_id}/documents", _file("b.txt", b"B\n"), "document_id"),
    Step("held_id", "/matters/{deal_id}/documents", _file("deck.txt", _DECK), "document_id"),
    Step("scan_id", "/matters/{matter_id}/documents", _file("c.pdf", _PAGE.read_bytes()), "document_id"),
    Step("claim_id", f"{_DEAL}/claims", sends(**_CLAIM), "claim.claim_id"),
    Step("money_id", f"{_DEAL}/claims", sends(**_CLAIM | _MONEY), "claim.claim_id"),
    Step("defect_id", "/claims/{claim_id}/defects", GIVEN["flag_defect"], "defect_id"),
    Step("known_id", "/claims/{money_id}/defects", GIVEN["flag_defect"], "defect_id"),
    Step("gate_id", "/reviews", GIVEN["request_human_review"], "gate_id"),
    Step("calc_id", f"{_DEAL}/calculations", GIVEN["run_calculation"], "calc.calc_id"),
    Step("debate_id", f"{_DEAL}/debates", GIVEN["run_debate"], "debate_id"),
    Step("thread_id", "/matters/{matter_id}/ask", sends(question="What is the rent?"), "thread_id"),
    Step("party_id", "/parties", GIVEN["add_party"], "party_id"),
    Step("spare_id", "/parties", GIVEN["add_party"], "party_id"),
    Step("query_name", "/queries", sends(name="{mark}-query", query=_RENT, matter_id="{matter_id}"), "name"),
    Step("template", "/templates", sends(name="{mark}-template", query=_RENT), "name"),
    Step("robot", "/service-accounts", sends(name="{mark}-robot", role="ANALYST"), "name"),
    Step("key_id", "/keys", sends(name="{mark} key", tools=["list_matters"]), "key_id"),
    Step(
        *("job_id", "/matters/{matter_id}/query", GIVEN["isaacus_iql"], "job_id"),
        headers={"Prefer": "respond-async"},
    ),
    Step("approval_id", "/matters/{matter_id}", NOTHING, "approval_id", method="DELETE"),
)
"""In the order in which they are made: what a later one names is there already."""


MARK = "zephyrine"
"""Stands in the names of all things of ada's."""


@dataclass(frozen=True)
class World:
    """What stands behind a server: ``key`` is ada's, ADMIN, whose everything is; ``second`` another ADMIN's."""

    key: str
    second: str
    ids: Mapping[str, str]


def make_world(served: Served) -> World:
    """One thing of each kind on an empty server, and people."""
    key = served.join()
    second = served.invited(key, "ben", "ADMIN")
    served.invited(key, "olga", "ANALYST")
    with served.client(key) as client:
        ids = make_things(client, MARK)
        assert {step.kind for step in STEPS if step.kind} <= ids.keys()
    secret = served.invitation(key, "ivy", "CLIENT").rpartition("/")[2]
    return World(key, second, {**ids, "user": "olga", "secret": secret})


def make_things(client: httpx.Client, mark: str) -> dict[str, str]:
    """One thing of each kind that whoever holds the client's key may make, its id by its kind; names bear the mark."""
    ids = {"mark": mark, "tool": "list_matter_documents", "provider": "isaacus"}
    for step in STEPS:
        path, sent = step.given.sent(step.path, ids)
        answer = client.request(step.method, API + path, headers=dict(step.headers), **sent)
        if answer.is_success and step.kind:
            found = answer.json()
            for name in step.pointer.split("."):
                found = found[name]
            ids[step.kind] = found
    return ids


def row_of(operation: Mapping[str, Any]) -> Given:
    """What the operation of a description is sent."""
    return GIVEN[operation["operationId"].partition("_at_")[0]]
