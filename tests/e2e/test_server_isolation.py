"""Every route of the server, made of its own description: nobody without a key, nothing of another tenant or matter."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import pytest

from casewright.server.routes.table import NOT_OFFERED, ROUTES
from tests.served import API, Served, json_of, serving

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    import httpx

MISSING = "00000000-0000-4000-8000-000000000000"
NOTHING: Mapping[str, object] = {}

GIVEN: Mapping[str, Mapping[str, object]] = {
    "activate_case": NOTHING,
    "add_claim": {"claim_text": "Revenue grew.", "claim_class": "FINANCIAL"},
    "assess_deal": NOTHING,
    "attach_party": {"party_id": MISSING, "role": "client"},
    "cancel_job": NOTHING,
    "check_payment": NOTHING,
    "close_case": NOTHING,
    "confirm_amendment": {"amended_id": MISSING},
    "confirm_payment": NOTHING,
    "confirm_sources": NOTHING,
    "consult_grok": {"context_summary": "A dismissal.", "specific_question": "What now?"},
    "correct_fact": {"field": "term", "action": "reject"},
    "create_support_ticket": {"issue_description": "It does not go on."},
    "cure_defect": {"reason": "Shown."},
    "date_deal": NOTHING,
    "deactivate_user": NOTHING,
    "decide_approval": {"decision": "approve"},
    "decide_gate": {"decision": "approved", "reason": "Read."},
    "describe_source": {"document": "lease.txt", "source_type": "signed_contract"},
    "estimate_query": {"query": "{rent}"},
    "ask_matter": {"question": "Rent?"},
    "extract_claims": NOTHING,
    "find_documents": {"contents": []},
    "flag_defect": {
        "defect_type": "MISSING_LINK",
        "severity": "MINOR",
        "description": "The figure cannot be found in any of the documents of this deal.",
        "evidence_refs": ["e1"],
        "cure_protocol": "REQUEST_SOURCE",
    },
    "frame_question": {"question": "Rent?"},
    "generate_draft_pdf": {"markdown_content": "# A", "draft_name": "a", "revision": 1},
    "get_party_id_by_name": {"mentioned_name": "Ion"},
    "grant_provider_consent": {"provider": "isaacus"},
    "import_claims": {"format": "csv", "content": "claim_text\nA\n"},
    "isaacus_classify": NOTHING,
    "isaacus_extract": {"question": "rent?"},
    "isaacus_iql": {"query": "{rent}"},
    "isaacus_search": {"query": "rent"},
    "link_identity": {"issuer": "https://id.example", "subject": "1"},
    "message_agent": {"message": "Bună ziua"},
    "message_case": {"message": "Bună ziua"},
    "rename_document": {"filename": "other.txt"},
    "report_deal": NOTHING,
    "request_payment": NOTHING,
    "reread_documents": NOTHING,
    "resolve_call": {"outcome": "done"},
    "resume_case": NOTHING,
    "resume_debate": NOTHING,
    "retry_job": NOTHING,
    "review_cell": {"column": {"kind": "fact", "asks": "term"}, "state": "reviewed"},
    "reveal_text": {"text": "[PARTY_1]"},
    "search_evidence": {"query": "rent"},
    "run_calculation": {"calc_type": "NPV", "inputs": []},
    "run_debate": NOTHING,
    "search_everywhere": {"text": "rent"},
    "set_case_tier": {"tier": 1, "justification": "x"},
    "set_matter_status": {"status": "closed"},
    "set_role": {"role": "ADMIN"},
    "share_matter": {"user": "eve", "role": "observer"},
    "change_party": {"firstName": "Ion"},
    "update_case_details": {"updates": {}},
    "train_template": {"positive": ["a"], "negative": ["b"]},
    "verify_claim": NOTHING,
    "waive_defect": {"reason": "Known."},
    "call_tool": NOTHING,
    "join": {"password": "a password for tests"},
    "open_container": NOTHING,
    "add_document": NOTHING,
}
"""What each operation with a name in its path, and a body, is sent: a new one needs a row."""
QUERIES: Mapping[str, str] = {
    "add_document": "?filename=a.txt",
    "open_container": "?filename=a.zip",
    "find_section": "?reference=clause+1",
    "quote_boxes": "?start=0&end=1",
}
OF_NOBODYS_MATTER = {"join", "show_invitation", "call_tool", "decide_approval"}
"""Operations whose names in the path are no ids of somebody's things, or that answer by another rule."""
OF_ONE_TENANT = {
    "deactivate_user",
    "set_role",
    "end_sessions",
    "link_identity",
    "show_template",
    "remove_template",
    "train_template",
}
OWN_OF_AUDITOR = {
    *("read_audit", "checkpoint_audit", "export_audit", "verify_audit", "list_unresolved_calls", "list_tools"),
    *("show_session", "sign_out", "change_password", "metrics"),
}
"""What the AUDITOR may do: read the audit, and be signed in."""


@dataclass(frozen=True)
class House:
    """A server with two tenants; ``keys`` are headers by who is known by them, ``ids`` go by the names in paths."""

    served: Served
    keys: Mapping[str, Mapping[str, str]]
    ids: Mapping[str, str]
    # Any: a description is JSON.
    description: Mapping[str, Any]

    def operations(self) -> Iterator[tuple[str, str, Mapping[str, Any]]]:
        """Method, path and description of each operation."""
        for path, methods in self.description["paths"].items():
            for method, operation in methods.items():
                yield method.upper(), path, operation

    def ask(self, key: str | None, method: str, path: str, name: str) -> httpx.Response:
        """The answer to an operation, with what it needs."""
        sent: dict[str, Any] = {}
        if name in ("add_document", "open_container"):
            sent["content"] = b"LEASE\n\n1. Rent\n"
        elif method not in ("GET", "DELETE"):
            sent["json"] = dict(GIVEN.get(name, NOTHING))
        headers = {} if key is None else self.keys[key]
        with self.served.client() as client:
            return client.request(method, path + QUERIES.get(name, ""), headers=headers, **sent)


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """Tenant ``local`` with a matter, a deal and a case of ada's; tenant ``b`` with eve."""
    home = tmp_path_factory.mktemp("isolation") / "home"
    with serving(home) as served:
        ada = served.join()
        keys = {"ada": _bearer(ada)}
        for name, role in (("olga", "ANALYST"), ("carl", "CLIENT")):
            keys[name] = _bearer(served.invited(ada, name, role))
        # Who reads the audit alone has no keys: they sign in.
        keys["aude"] = served.signed_in(served.invitation(ada, "aude", "AUDITOR"), None)
        command = [sys.executable, "-m", "casewright", "--home", str(home), "--json", "tenants", "add", "b"]
        added = subprocess.run(command, capture_output=True, text=True, check=False)
        assert added.returncode == 0, added.stderr
        link = next(part for part in added.stdout.split('"') if part.startswith("/join/"))
        keys["eve"] = _bearer(served.join(link, "eve"))
        with served.client(ada) as client:
            yield House(served, keys, _things(client), json_of(client.get(f"{API}/openapi.json")))


def _bearer(key: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {key}"}


def _things(client: httpx.Client) -> dict[str, str]:
    """One thing of each kind, made by whoever holds the client's key."""
    matter = json_of(client.post(f"{API}/matters", json={"title": "Secret lease"}))["matter_id"]
    deal = json_of(client.post(f"{API}/matters", json={"title": "Secret deal", "kind": "deal"}))["matter_id"]
    case = json_of(client.post(f"{API}/cases", json={"title": "Secret case"}))["case_id"]
    lease = b"LEASE\n\n1. Rent\nThe Tenant shall pay EUR 1,000 a month.\n"
    document = json_of(client.post(f"{API}/matters/{matter}/documents?filename=lease.txt", content=lease))
    deck = b"Revenue grew by 12 % in 2024.\n"
    held = json_of(client.post(f"{API}/matters/{deal}/documents?filename=deck.txt", content=deck))["document_id"]
    place = {"document": held, "quote": "Revenue grew by 12 %"}
    claim = json_of(client.post(f"{API}/deals/{deal}/claims", json={**GIVEN["add_claim"], "evidence": [place]}))
    party = json_of(client.post(f"{API}/parties", json={"kind": "individual", "firstName": "Ion", "lastName": "Pop"}))
    prefer = {"Prefer": "respond-async"}
    job = json_of(client.post(f"{API}/matters/{matter}/query", json={"query": "{rent}"}, headers=prefer))
    invited = json_of(client.post(f"{API}/users", json={"name": "ina", "role": "ANALYST"}))
    waits = json_of(client.request("DELETE", f"{API}/matters/{matter}"))
    return {
        "matter_id": matter,
        "deal_id": deal,
        "case_id": case,
        "document_id": document["document_id"],
        "claim_id": claim["claim"]["claim_id"],
        "party_id": party["party_id"],
        "job_id": job["job_id"],
        "approval_id": waits["approval_id"],
        "invitation_id": invited["invitation_id"],
    }


EVERYWHERE: Mapping[str, str] = {"page": "1"}
"""What stands in a path and is no id: the same in whatever it is a part of."""


def filled(path: str, ids: Mapping[str, str]) -> str:
    """The path with these ids, and what is missing where there is none."""
    known = {**EVERYWHERE, **ids}
    parts = [known.get(part[1:-1], MISSING) if part.startswith("{") else part for part in path.split("/")]
    return "/".join(parts)


def test_nobody_is_answered_without_a_key(house: House) -> None:
    """Where the description does not say that it is open to all, a request without a key is 401."""
    asked = 0
    for method, path, operation in house.operations():
        if operation["security"]:
            response = house.ask(None, method, filled(path, house.ids), operation["operationId"])
            assert response.status_code == 401, (method, path, response.status_code)
            assert response.json()["code"] == "not_signed_in"
            asked += 1
    assert asked > 100


def test_every_operation_that_names_something_has_a_row(house: House) -> None:
    """A new route must say here what it is sent, or nothing shows that it keeps to its own."""
    naming = {
        operation["operationId"]
        for _, path, operation in house.operations()
        if "{" in path and "requestBody" in operation
    }
    assert {name.partition("_at_")[0] for name in naming} <= set(GIVEN)


def test_lists_hold_nothing_of_others(house: House) -> None:
    """What is listed without naming anything has no id and no word of another tenant's, nor of matters of others."""
    for who in ("eve", "olga", "carl"):
        for method, path, operation in house.operations():
            if method == "GET" and "{" not in path and operation["security"]:
                text = house.ask(who, method, path, operation["operationId"]).text
                assert "Secret" not in text, (who, path)
                assert not any(one in text for one in house.ids.values()), (who, path)


@pytest.mark.parametrize("who", ["eve", "olga", "carl"])
def test_foreign_things_read_like_missing_ones(house: House, who: str) -> None:
    """Another tenant's ADMIN, and people who take no part, get 403 or 404, in the words for what is not there."""
    shown, told = 0, []
    for method, path, operation in house.operations():
        name = operation["operationId"].partition("_at_")[0]
        if "{" not in path or name in OF_NOBODYS_MATTER | OF_ONE_TENANT or not operation["security"]:
            continue
        real, missing = filled(path, house.ids), filled(path, NO_IDS)
        found, none = (house.ask(who, method, one, name) for one in (real, missing))
        same = found.status_code == none.status_code and _plain(found.text, house.ids) == _plain(none.text, house.ids)
        if not same or found.status_code not in (403, 404):
            told.append(f"{method} {path}: {found.status_code} {found.text} / {none.status_code} {none.text}")
        shown += 1
    assert not told, "\n".join(told)
    assert shown > 60


NO_IDS: Mapping[str, str] = {}


def _plain(text: str, ids: Mapping[str, str]) -> str:
    for one in ids.values():
        text = text.replace(one, MISSING)
    return text


def test_auditor_reads_the_audit_and_nothing_else(house: House) -> None:
    """Every other operation is refused to the role."""
    for method, path, operation in house.operations():
        name = operation["operationId"].partition("_at_")[0]
        if not operation["security"] or name in OWN_OF_AUDITOR:
            continue
        response = house.ask("aude", method, filled(path, house.ids), name)
        assert response.status_code in (400, 403, 404), (method, path, response.text)


def test_every_tool_has_a_route_or_a_reason(house: House) -> None:
    """A tool that is added is offered, or the table says why it is not."""
    tools = {tool["name"] for tool in json_of(house.ask("ada", "GET", f"{API}/tools", "list_tools"))["tools"]}
    routed = {route.tool for route in ROUTES}
    assert tools - routed <= set(NOT_OFFERED)
    assert not routed & set(NOT_OFFERED)
