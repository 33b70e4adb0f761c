"""Tests of casewright.toolbox.documents.isaacus_extract."""

from __future__ import annotations

from typing import Any

import pytest

from casewright.toolbox.documents.isaacus_extract import NOT_FOUND
from casewright.tools.calls import Status
from tests.fakes.memory_matter import MemoryMatter

CONTRACT = (
    "This Agreement is made on March 6, 2023 between Acme Widgets Limited (the “Supplier”) and Bolt Motors, Inc., a "
    "Delaware corporation (the “Customer”).\n"
    "1. The Customer shall pay each invoice within thirty (30) days.\n"
    "2. Either party may terminate this Agreement by ninety days’ written notice.\n"
    "3. A late payment bears interest at 4% per year.\n"
    "4. The monthly fee is £42,500.\n"
    "5. This Agreement is governed by the laws of the State of New York."
)


@pytest.fixture
def matter() -> MemoryMatter:
    """A matter with contract.txt."""
    made = MemoryMatter()
    made.add("contract.txt", CONTRACT)
    return made


def extracted(matter: MemoryMatter, question: str, **arguments: object) -> dict[str, Any]:
    result = matter.call("isaacus_extract", question=question, **arguments)
    assert isinstance(result.structured, dict), result.content
    return result.structured


@pytest.mark.requirement("extract-tool", "extract-kinds")
@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("When was the agreement made?", "March 6, 2023"),
        ("Who is the Customer?", "Bolt Motors, Inc."),
        ("Who is the Supplier?", "Acme Widgets Limited"),
        ("Within how many days must an invoice be paid?", "thirty (30) days"),
        ("What notice is needed to terminate?", "ninety days"),
        ("What interest is due on late payments?", "4% per year"),
        ("What is the monthly fee?", "£42,500"),
        ("Which law governs this agreement?", "laws of the State of New York"),
    ],
)
def test_answer_is_an_exact_span(matter: MemoryMatter, question: str, answer: str) -> None:
    """The answer is what stands at the primary citation's offsets, and the passages read come with it."""
    found = extracted(matter, question)
    assert list(found) == ["answer", "confidence", "citations", "found", "primary_citation", "named", "which"]
    assert (found["answer"], found["found"]) == (answer, True)
    assert 0.5 < found["confidence"] <= 1
    place = found["primary_citation"]
    whole = matter.call("get_document_text", document_id=place["document_id"]).structured
    assert isinstance(whole, dict)
    assert whole["text"][place["start"] : place["end"]] == place["quote"] == answer
    first = found["citations"][0]
    assert first["start"] <= place["start"] < place["end"] <= first["end"]
    for citation in found["citations"]:
        assert whole["text"][citation["start"] : citation["end"]] == citation["quote"]


@pytest.mark.requirement("extract-does-not-guess")
@pytest.mark.parametrize(
    "question",
    [
        "What is the liability cap?",
        "How large is the security deposit?",
        "How many arbitrators are there?",
        "Who is the Guarantor?",
        "When does the warranty of the spare parts expire?",
        "What colour is the roof?",
        "4711?",
    ],
)
def test_what_is_not_there_is_not_found(matter: MemoryMatter, question: str) -> None:
    """A question that the documents do not answer gets the contract's words, confidence 0 and no citation."""
    assert extracted(matter, question) == {
        "answer": NOT_FOUND,
        "confidence": 0.0,
        "citations": [],
        "found": False,
        "primary_citation": None,
        "named": [],
        "which": None,
    }
    assert NOT_FOUND == "Not found in the documents"


def test_document_ids_choose_documents(matter: MemoryMatter) -> None:
    """Only the documents asked for are read."""
    other = matter.add("other.txt", "The monthly fee is £7.")["document_id"]
    assert extracted(matter, "What is the monthly fee?", document_ids=[other])["answer"] == "£7"


@pytest.mark.parametrize(("question", "said"), [("", "question"), ("  ?", "needs a word"), ("x" * 2_001, "2000")])
def test_question_needs_words_and_an_end(matter: MemoryMatter, question: str, said: str) -> None:
    """Blank and endless questions are refused with a sentence."""
    result = matter.call("isaacus_extract", question=question)
    assert result.status is Status.INVALID_ARGUMENTS
    assert said in result.content
