"""Which documents are so, tables and comparisons, told from the facts that a tool gave."""

from __future__ import annotations

from typing import Any

import pytest

from tests.unit.agents.document.minds.talks import LEASE, MSA, NDA, Talk

ITALY = {"type": "law", "place": "Italy", "country": "IT", "shown": "Italy (IT)"}
TEXAS = {"type": "law", "place": "Texas", "country": "US", "shown": "Texas (US)"}
NAMES = {LEASE: "Lease.pdf", MSA: "MSA.docx", NDA: "NDA.docx"}


def document(id_: str, *facts: tuple[str, dict[str, Any] | None, str], **reading: Any) -> dict[str, Any]:
    """A document as ``contract_facts`` gives it."""
    found = [
        {"field": field, "value": value, "quote": quote, "start": 5, "end": 5 + len(quote), "page": 1, "section": "9",
         "confidence": 0.95, "how": "model"}
        for field, value, quote in facts
    ]  # fmt: skip
    return {"document_id": id_, "filename": NAMES[id_], "facts": found, "reading": {"state": "read", **reading}}


def talk(*documents: dict[str, Any]) -> Talk:
    """A conversation in which the facts are these."""
    return Talk({"contract_facts": {"documents": list(documents), "not_read": [], "left": [], "next_first": None}})


@pytest.mark.requirement("question-documents")
def test_documents_that_are_so_are_listed_with_the_words_that_decide() -> None:
    """Those that meet the condition, those of which nothing was found, those that do not; and what was left out."""
    spoken = talk(
        document(LEASE, ("governing_law", ITALY, "governed by Italian law")),
        document(MSA, ("governing_law", TEXAS, "governed by the laws of Texas")),
        document(NDA, fields_not_found=["governing_law"]),
    )
    calls, said = spoken.ask("Which contracts are governed by Italian law and mention hedgehogs?")
    assert [(name, given["fields"]) for name, given in calls] == [("contract_facts", ["governing_law"])]
    assert "1 of 3 documents (asked of their facts: are governed by Italian law)" in said
    assert "- Lease.pdf: Italy (IT): “governed by Italian law”" in said
    assert "I could not tell, since it was not found there: NDA.docx (the governing law)" in said
    assert "Not so: MSA.docx (Texas (US))." in said
    assert "Not asked: “hedgehogs”." in said


@pytest.mark.requirement("question-documents")
def test_none_that_is_so_is_no_statement_about_documents() -> None:
    """Where none meets the condition that is said of what was found; what was not read is named."""
    unread = {**document(NDA), "reading": {"state": "not read", "reason": "it has no text"}}
    spoken = talk(document(MSA, ("governing_law", TEXAS, "governed by the laws of Texas")), unread)
    _, said = spoken.ask("Which contracts are governed by Italian law?")
    assert "I found none of 1 document that is so" in said
    assert "Not read: NDA.docx (it has no text)." in said


@pytest.mark.requirement("question-documents")
def test_table_and_comparison_have_a_cell_for_each_document() -> None:
    """What was not found in a document says so, and a field that no document states is named once."""
    documents = (
        document(LEASE, ("governing_law", ITALY, "governed by Italian law")),
        document(MSA, fields_not_found=["governing_law"]),
    )
    _, table = talk(*documents).ask("Show the governing law for each contract")
    assert "Lease.pdf:\n- Governing law: Italy (IT): “governed by Italian law”" in table
    assert "MSA.docx:\n- not found: governing law" in table
    _, compared = talk(*documents).ask("Compare all contracts")
    assert "Governing law:\n- Lease.pdf: Italy (IT)" in compared
    assert "- MSA.docx: not found" in compared
    assert "Found in none: Title, Parties" in compared


@pytest.mark.requirement("answer-not-found")
def test_not_found_says_what_was_looked_for_and_what_is_nearest() -> None:
    """The thing, the documents, the ways, the nearest passages; never that the documents lack it."""
    near = {"document_id": MSA, "filename": "MSA.docx", "start": 3, "end": 20, "quote": "rent is due early"}
    nothing = {
        "answer": "Not found in the documents", "confidence": 0.0, "citations": [], "found": False,
        "looked_for": "the deposit", "nearest": [near],
        "looked_in": {"documents": ["MSA.docx"], "number": 1, "by": ["clauses", "search"],
                      "not_read": ["NDA.docx: no text"]},
    }  # fmt: skip
    _, said = Talk({"isaacus_extract": nothing}).ask("How much is the deposit?")
    assert "I could not find the deposit in MSA.docx, looking by clause scores, then search." in said
    assert "Nearest passages, which may not answer it:\n- “rent is due early”" in said
    assert "Not read: NDA.docx: no text." in said
    _, judged = Talk({"isaacus_extract": {**nothing, "how": "judgement"}}).ask("How fair is the deposit?")
    assert "I cannot judge that" in judged


@pytest.mark.requirement("answer-not-found")
@pytest.mark.parametrize(
    ("band", "opening", "sure"),
    [
        ("high", "36 months: “three years”", "(high: 34 of 36 such answers were right)"),
        ("perhaps", "Perhaps: 36 months: “three years”", "(perhaps: 34 of 36 such answers were right)"),
    ],
)
def test_answer_says_how_often_such_answers_were_right(band: str, opening: str, sure: str) -> None:
    """The value before its quote, "perhaps" below the bands, and what the confidence was measured over."""
    cited = {"document_id": MSA, "filename": "MSA.docx", "start": 3, "end": 14, "quote": "three years"}
    found = {
        "answer": "three years", "confidence": 0.94, "found": True, "band": band, "primary_citation": cited,
        "citations": [cited], "value": {"type": "duration", "shown": "36 months"},
        "measured": {"path": "facts", "kind": "duration", "level": 0.9, "answers": 36, "right": 34},
        "others": [{"citation": cited, "band": "perhaps", "confidence": 0.5, "value": None}],
    }  # fmt: skip
    _, said = Talk({"isaacus_extract": found}).ask("How long does the warranty run?")
    assert said.startswith(opening)
    assert sure in said
    assert "- perhaps “three years”" in said
