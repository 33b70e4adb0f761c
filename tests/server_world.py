"""One thing of each kind behind the server, all made over HTTP: for tests made of its description."""

from __future__ import annotations

from dataclasses import dataclass, field
from importlib import resources
from typing import TYPE_CHECKING

from tests.served import API
from tests.server_rows import EMPTY, GIVEN, LEASE, NOTHING, QUOTE, RENT, Given, sends

if TYPE_CHECKING:
    from collections.abc import Mapping

    import httpx

    from tests.served import Served


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
_CLAIM = {"claim_text": "Revenue grew.", "claim_class": "FINANCIAL", "evidence": [QUOTE]}
_TERM = {"kind": "fact", "asks": "term"}
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
    Step("draft_id", "/cases/{active_id}/drafts", GIVEN["generate_draft_pdf"], "draft_firestore_id"),
    Step("due_id", "/cases", sends(title="{mark} case to be paid for"), "case_id"),
    Step("", "/cases/{due_id}/tier", sends(tier=3, justification="It is long."), "status"),
    Step("", "/cases/{due_id}/activation", EMPTY, "status"),
    Step("", "/cases/{due_id}/payment", EMPTY, "status"),
    Step("document_id", "/matters/{matter_id}/documents", _file("a.txt", LEASE), "document_id"),
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
    Step("set_name", "/matters/{matter_id}/column-sets", sends(name="{mark}-columns", columns=[_TERM]), "name"),
    Step("query_name", "/queries", sends(name="{mark}-query", query=RENT, matter_id="{matter_id}"), "name"),
    Step("template", "/templates", sends(name="{mark}-template", query=RENT), "name"),
    Step("robot", "/service-accounts", sends(name="{mark}-robot", role="ANALYST"), "name"),
    Step("invitation_id", "/users", sends(name="{mark}-guest", role="CLIENT"), "invitation_id"),
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
    links = {
        kind: served.invitation(key, name, "CLIENT").rpartition("/")[2]
        for kind, name in (("secret", "ivy"), ("unused", "una"))
    }
    return World(key, second, {**ids, **links, "user": "olga"})


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
