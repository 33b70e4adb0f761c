"""Comparisons, summaries and what is unusual, as the assistant answers with them when tools say what a test says."""

from __future__ import annotations

import json
from typing import Any

import pytest
from langchain_core.messages import ToolMessage

from tests.unit.agents.document.minds.talks import FILES, LEASE, MATTER, MSA, NDA, Talk

TEXTS = {
    LEASE: "COMMERCIAL LEASE\n\n1. RENT\n\n1.1 The Tenant shall pay EUR 900 in rent every month within ten days.\n",
    NDA: "COMMERCIAL LEASE\n\n1. RENT\n\n1.1 The Tenant shall pay EUR 950 in rent every month within ten days.\n",
    MSA: "A POLICY\n\nThis is how we all behave in the office, in the yard, in the canteen and on the way home.\n",
}


class Documents(Talk):
    """A talk over documents with these facts, each tool answering about the document that it was asked about."""

    def __init__(self, facts: dict[str, list[dict[str, Any]]], **more: Any) -> None:
        super().__init__(more)
        self.facts = facts

    def _result(self, call: Any) -> ToolMessage:
        given = call["args"]
        id_ = given.get("document_id") or (given.get("document_ids") or [None])[0]
        name = call["name"]
        if name == "get_document_text":
            text = TEXTS[id_]
            answer = {"text": text, "filename": FILES[id_], "document_id": id_, "character_count": len(text)}
        elif name == "contract_facts":
            reading = {"state": "read", "fields_not_found": ["venue"]}
            answer = {"documents": [{**own(id_), "facts": self.facts.get(id_, []), "reading": reading}]}
        else:
            return super()._result(call)
        return ToolMessage(json.dumps(answer), tool_call_id=call["id"], name=name)


def own(id_: str) -> dict[str, str]:
    """A document's id and name."""
    return {"document_id": id_, "filename": FILES[id_]}


def fact(field: str, quote: str, id_: str, value: dict[str, Any] | None = None) -> dict[str, Any]:
    """A fact at a place of the document's text."""
    start = TEXTS[id_].index(quote)
    placed = {"quote": quote, "start": start, "end": start + len(quote), "confidence": 0.95, "how": "model"}
    return {**own(id_), "field": field, "value": value, "page": None, "section": None, **placed}


def lease_facts(id_: str, days: str = "10") -> list[dict[str, Any]]:
    """What the facts of a lease are."""
    tenant = {
        "type": "party",
        "name": "Smith Ltd",
        "defined_as": ["Tenant"],
        "role": None,
        "shown": "Smith Ltd (Tenant)",
    }
    period = {"type": "duration", "count": days, "unit": "day", "shown": f"{days} days"}
    return [
        fact("document_name", "COMMERCIAL LEASE", id_),
        fact("parties", "Tenant", id_, tenant),
        fact("payment_period", "within ten days", id_, period),
    ]


@pytest.mark.requirement("answer-comparison")
def test_versions_are_told_by_what_was_changed() -> None:
    """Facts, clauses and texts of both are read; the changed words lead, each with its place."""
    talk = Documents({LEASE: lease_facts(LEASE), NDA: lease_facts(NDA, "12")}, isaacus_classify={"clauses": []})
    calls, said = talk.ask("Compare the lease and the NDA")
    assert [name for name, _ in calls] == [
        "list_matter_documents",
        *["contract_facts", "isaacus_classify", "get_document_text"] * 2,
    ]
    assert "They are nearly the same text" in said
    assert "- 1 RENT: commercial-lease.txt: “" in said
    for id_, sum_ in ((LEASE, "EUR 900"), (NDA, "EUR 950")):
        changed = f"Tenant shall pay {sum_} in rent every month"
        start = TEXTS[id_].index(changed)
        assert f"“{changed}” [{FILES[id_]}, § 1.1](cite:{id_}@{start}-{start + len(changed)})" in said
    assert said.index("What was changed: 1 place") < said.index("Facts that differ:")
    assert "Payment period:\n- commercial-lease.txt: 10 days" in said
    assert "Facts alike: Title, Parties (Smith Ltd (Tenant))." in said


@pytest.mark.requirement("answer-comparison")
def test_comparison_asks_back_where_two_are_not_known() -> None:
    """With three documents and none named, or one only, the answer asks which; a stranger is named as not there."""
    assert "Two documents at a time" in Documents({}).ask("Compare these two contracts")[1]
    assert "beside which other document?" in Documents({}).ask("How does the lease differ, compared to this?")[1]
    assert "There is no document" in Documents({}).ask("Compare the lease and the franchise agreement")[1]


@pytest.mark.requirement("answer-summary")
def test_summary_has_facts_sums_and_duties_with_their_places() -> None:
    """The text is read first, then its facts; what was not found is named."""
    calls, said = Documents({LEASE: lease_facts(LEASE)}).ask("Summarise the lease")
    assert [name for name, _ in calls] == ["list_matter_documents", "get_document_text", "contract_facts"]
    assert "- Title: “COMMERCIAL LEASE” [commercial-lease.txt](cite:" in said
    assert "- Sum to be paid: “" in said
    assert "Tenant must, by 1 sentence in 1 clause:\n- “The Tenant shall pay EUR 900" in said
    start = TEXTS[LEASE].index("The Tenant shall")
    end = TEXTS[LEASE].index("ten days.") + len("ten days.")
    assert f"[commercial-lease.txt, § 1.1](cite:{LEASE}@{start}-{end})" in said
    assert "Looked for and not found: venue." in said


@pytest.mark.requirement("answer-summary")
def test_what_is_no_contract_is_outlined() -> None:
    """Of a policy the opening is shown, and that it is not summarised."""
    said = Documents({}).ask("Summarise the master services agreement")[1]
    assert "It is not summarised, since too few facts of a contract were found in it." in said
    assert "It begins: “This is how we all behave" in said


@pytest.mark.requirement("answer-unusual")
def test_unusual_needs_enough_others() -> None:
    """With two other documents nothing is read; the answer says what it would need."""
    calls, said = Documents({}).ask("What is unusual in the lease?")
    assert [name for name, _ in calls] == ["list_matter_documents"]
    assert "I have too little to say what is unusual in commercial-lease.txt" in said
    assert "2 other contracts could be read here. It needs at least 3" in said
    assert MATTER not in said
