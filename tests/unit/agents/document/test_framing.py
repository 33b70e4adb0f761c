"""The frame of a turn's question: what the model is shown of it, and what of the question no call asked."""

from __future__ import annotations

from typing import Any

import pytest
from langchain_core.messages import AIMessage, HumanMessage

from casewright.agents.document.framing import frame_arguments, frame_message, framed, left_out
from casewright.agents.document.messages import for_model, plain
from casewright.agents.document.placing.lookups import lookups
from casewright.agents.document.state import OpenCall
from casewright.questions.frame import LONGEST, frame_of
from casewright.toolbox.questions.frame_view import frame_view

QUESTION = "Which contracts are governed by Italian law on Sundays?"


def frame(question: str = QUESTION) -> dict[str, Any]:
    """What is kept of the frame of a question."""
    return framed(frame_view(frame_of(question), []).model_dump(), question)


def call(name: str, status: str = "success", **arguments: Any) -> dict[str, Any]:
    """A call as a turn records it."""
    return {"name": name, "status": status, "arguments": {"matter_id": "m", **arguments}}


@pytest.mark.requirement("ask-frame")
@pytest.mark.parametrize(
    ("calls", "left"),
    [
        ([], ["Sundays", "are governed by Italian law"]),
        ([call("frame_question", question=QUESTION)], ["Sundays", "are governed by Italian law"]),
        ([call("isaacus_extract", question=QUESTION)], ["Sundays", "are governed by Italian law"]),
        ([call("isaacus_search", query="Sunday delivery")], ["are governed by Italian law"]),
        ([call("isaacus_search", "denied", query="Sunday")], ["Sundays", "are governed by Italian law"]),
        ([call("contract_facts", fields=["governing_law"])], ["Sundays"]),
        ([call("contract_facts", fields=["venue"])], ["Sundays", "are governed by Italian law"]),
        ([call("contract_facts")], ["Sundays"]),
        ([call("isaacus_search", query="governed by Italian law on a sunday")], []),
    ],
)
def test_what_no_call_asked_is_left_out(calls: list[dict[str, Any]], left: list[str]) -> None:
    """A question passed whole asks for none of its words; a fact that was read can be held to its condition."""
    assert left_out(frame(), calls, []) == left


@pytest.mark.requirement("ask-frame")
def test_condition_on_a_clause_is_asked_by_its_template() -> None:
    """A condition that is a statement counts as asked where a query has its template."""
    kept = frame("Which contracts also have an arbitration clause?")
    assert kept["conditions"]
    assert left_out(kept, [call("isaacus_iql", query="{IS adr clause}")], []) == []
    assert left_out(kept, [call("isaacus_iql", query="{IS payment clause}")], []) == [
        one["words"] for one in kept["conditions"]
    ]


def test_orders_are_not_named() -> None:
    """Words that say what to do are no part of what is looked for."""
    assert left_out(frame("Summarise the lease please"), [], []) == []


@pytest.mark.requirement("ask-frame")
def test_frame_stands_before_its_question_within_a_boundary() -> None:
    """The model is shown the last question's frame before that question, as data; of earlier ones nothing."""
    kept = {**frame(), "mark": "f00"}
    message = frame_message(kept)
    assert message.splitlines()[1] == "<<<DATA f00"
    assert message.splitlines()[-1] == "DATA f00>>>"
    assert "mark" not in message.splitlines()[2]
    said = [
        plain(one) for one in (HumanMessage(QUESTION), AIMessage("Hello."), HumanMessage(QUESTION), HumanMessage("x"))
    ]
    given = for_model("Rules", said, bare=False, asked=QUESTION, frame=message)
    assert [str(one.content) for one in given] == ["Rules", QUESTION, "Hello.", message, QUESTION, "x"]
    assert len(for_model("Rules", said, bare=False, asked=QUESTION)) == 5


def test_long_question_is_framed_by_its_beginning() -> None:
    """The tool is given what it takes; how much was left is kept, and said."""
    long = "rent " * 1_000
    assert len(frame_arguments("m", long)["question"]) == LONGEST
    assert framed({}, long)["unread"] == len(long) - LONGEST


def looked(name: str, structured: object, status: str = "success", **arguments: Any) -> list[Any]:
    """The lookups of a call."""
    made = OpenCall(
        id="c", name=name, arguments={"matter_id": "m", **arguments}, malformed=None, key="k", status=status,
        content="", structured=structured, approval=None, audit_seq=None, ms=0.0,
    )  # fmt: skip
    return [(one["words"], one["filenames"], one["by"], one["found"]) for one in lookups(made)]


@pytest.mark.requirement("ask-not-there")
def test_what_a_call_looked_for() -> None:
    """Where a thing was looked for and not found; a search finds nothing for certain, a judgement looks for nothing."""
    near = {"document_id": "d", "filename": "a.txt", "start": 0, "end": 1, "quote": "x"}
    extract = {"found": False, "looked_for": "rent", "how": None, "nearest": [near],
               "looked_in": {"documents": ["a.txt"], "number": 1, "by": ["facts", "search"]}}  # fmt: skip
    assert looked("isaacus_extract", extract, question="rent?") == [("rent?", ["a.txt"], ["facts", "search"], False)]
    assert looked("isaacus_extract", {**extract, "how": "judgement"}, question="rent?") == []
    assert looked("isaacus_extract", extract, "error", question="rent?") == []
    results = [
        {"filename": "a.txt", "matches": [near], "error": None},
        {"filename": "b.txt", "matches": [], "error": None},
        {"filename": "c.txt", "matches": [], "error": "Document is not ready"},
    ]
    cap = "{IS liability cap clause}"
    assert looked("isaacus_iql", {"document_results": results}, query=cap) == [(cap, ["b.txt"], ["clauses"], False)]
    assert looked("isaacus_iql", {"document_results": results[:1]}, query=cap) == [(cap, [], ["clauses"], True)]
    assert looked("isaacus_iql", {"document_results": results}, query=f"NOT {cap}") == []
    facts = {"documents": [{"filename": "a.txt", "reading": {"fields_not_found": ["venue", "unheard_of"]}}]}
    assert looked("contract_facts", facts) == [("Venue", ["a.txt"], ["facts"], False)]
    missing = {"not_found": [{"reference": "clause 9", "filename": "a.txt"}]}
    assert looked("find_section", missing) == [("clause 9", ["a.txt"], ["sections"], False)]
    assert looked("isaacus_search", {"results": [{"citation": near}]}, query="pets") == [("pets", [], ["search"], None)]
    assert looked("get_document_text", {"text": "x"}) == []
