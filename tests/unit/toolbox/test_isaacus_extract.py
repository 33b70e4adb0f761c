"""Tests of casewright.toolbox.documents.isaacus_extract."""

from __future__ import annotations

from typing import Any

import pytest

from casewright.domain.citations import Citation
from casewright.domain.ids import DocumentId
from casewright.toolbox.documents.answering import looking
from casewright.toolbox.documents.answering.bands import LEVELS, band, share
from casewright.toolbox.documents.answering.candidates import Candidate
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


BESIDE = 20
"""Characters beside the value that an answer may have: "within thirty (30) days"."""


@pytest.fixture
def matter() -> MemoryMatter:
    """A matter with contract.txt."""
    made = MemoryMatter()
    made.fact_reader.fields = ("governing_law", "effective_date", "insurance", "cap_on_liability", "warranty_duration")
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
def test_answer_is_an_exact_span(
    matter: MemoryMatter, monkeypatch: pytest.MonkeyPatch, question: str, answer: str
) -> None:
    """The answer is what stands at the primary citation's offsets, and the passages read come with it."""
    monkeypatch.setattr(looking, "LEAST", 0.0)  # however often such answers are right
    found = extracted(matter, question)
    assert list(found)[:7] == ["answer", "confidence", "citations", "found", "primary_citation", "named", "which"]
    assert found["found"]
    assert answer in found["answer"]
    assert len(found["answer"]) <= len(answer) + BESIDE
    assert 0 < found["confidence"] <= 1
    assert (found["how"], found["nearest"]) == ("search", [])
    assert found["band"] == band(found["confidence"])
    place = found["primary_citation"]
    whole = matter.call("get_document_text", document_id=place["document_id"]).structured
    assert isinstance(whole, dict)
    assert whole["text"][place["start"] : place["end"]] == place["quote"] == found["answer"]
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
    found = extracted(matter, question)
    seed = {name: found[name] for name in list(found)[:7]}
    assert seed == {
        "answer": NOT_FOUND,
        "confidence": 0.0,
        "citations": [],
        "found": False,
        "primary_citation": None,
        "named": [],
        "which": None,
    }
    assert NOT_FOUND == "Not found in the documents"
    assert (found["how"], found["band"], found["value"], found["others"]) == (None, None, None, [])
    assert found["looked_in"]["documents"] == ["contract.txt"]
    assert found["looked_in"]["by"][-1] == "search"
    assert found["looked_for"]


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


def test_facts_come_first(matter: MemoryMatter) -> None:
    """A fact of the asked field answers before search does, with its typed value."""
    facts = matter.add(
        "facts.txt", "governing_law: Romania\neffective_date: 2024-05-01\nA law governs this agreement: French law."
    )
    found = extracted(matter, "Which law governs this agreement?", document_ids=[facts["document_id"]])
    assert (found["answer"], found["how"]) == ("Romania", "facts")
    assert found["value"] == {"shown": "Romania", "type": "text", "text": "Romania"}
    assert found["looked_for"] == "the governing law"
    assert found["looked_in"]["by"] == ["facts"]
    found = extracted(matter, "When does it take effect?", document_ids=[facts["document_id"]])
    assert found["value"]["date"] == "2024-05-01"


def test_other_documents_answer_beside_the_best(matter: MemoryMatter) -> None:
    """Of several documents each has its answer: the best one first, the others apart."""
    matter.add("one.txt", "governing_law: Romania")
    matter.add("two.txt", "governing_law: France")
    found = extracted(matter, "Which law governs?")
    said = {found["answer"], *(one["answer"] for one in found["others"])}
    assert {"Romania", "France"} <= said
    assert all(one["how"] in ("facts", "search", "clauses") and one["citation"]["quote"] for one in found["others"])


def test_the_fact_of_a_kindred_field_is_no_answer(matter: MemoryMatter) -> None:
    """A sum of an insurance is no deposit, a cap no insurance: nothing is answered, and the nearest is shown."""
    kindred = matter.add("kindred.txt", "insurance: USD 5,000,000\ncap_on_liability: USD 2,000,000")
    for question in ("How large is the security deposit?", "How long is the cure period?"):
        found = extracted(matter, question, document_ids=[kindred["document_id"]])
        assert (found["found"], found["how"]) == (False, None), question


def test_what_asks_for_more_than_the_field_is_not_answered_by_it(matter: MemoryMatter) -> None:
    """Words beyond the subject have to stand near the fact."""
    more = matter.add("more.txt", "warranty_duration: 24 months")
    document = [more["document_id"]]
    assert extracted(matter, "How long is the warranty?", document_ids=document)["answer"] == "24 months"
    assert not extracted(matter, "How long is the warranty of the gearbox?", document_ids=document)["found"]


def test_yes_or_no_is_answered_with_the_passage(monkeypatch: pytest.MonkeyPatch) -> None:
    """A clause that is there answers whether it is there; else nothing is found, and what was looked for is said."""
    monkeypatch.setattr(looking, "LEAST", 0.4)  # however often such clauses are right
    text = (
        "Neither party shall be liable for force majeure.\nThe rent of the premises is due on each first of the month."
    )
    statement = "This is a confidentiality clause."
    line = "Each party keeps the secrets of the other party to itself, always."
    matter = MemoryMatter({statement: {"secrets": 0.9}})
    quiet = matter.add("quiet.txt", text)
    loud = matter.add("loud.txt", f"{text}\n{line}")
    found = extracted(matter, "Is there a confidentiality clause?", document_ids=[loud["document_id"]])
    assert (found["answer"], found["how"], found["found"]) == (line, "clauses", True)
    found = extracted(matter, "Is there a confidentiality clause?", document_ids=[quiet["document_id"]])
    assert (found["found"], found["looked_for"]) == (False, "confidentiality")
    assert found["looked_in"]["by"] == ["clauses", "search"]
    assert 0 < len(found["nearest"]) <= 3
    for near in found["nearest"]:
        assert text[near["start"] : near["end"]] == near["quote"]


@pytest.mark.parametrize("question", ["Is this contract good for us?", "Should we accept the monthly fee?"])
def test_what_cannot_be_read_is_not_judged(matter: MemoryMatter, question: str) -> None:
    """An opinion is not given; what bears on it is shown."""
    found = extracted(matter, question)
    assert (found["found"], found["how"]) == (False, "judgement")
    assert found["nearest"]


def test_an_answer_that_is_mostly_wrong_is_not_given(matter: MemoryMatter, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is too unlikely is nearest to what was asked, and no answer."""
    monkeypatch.setattr(looking, "LEAST", 1.1)
    found = extracted(matter, "What is the monthly fee?")
    assert (found["found"], found["answer"]) == (False, NOT_FOUND)
    assert "£42,500" in found["nearest"][0]["quote"]


def test_bands_are_shares() -> None:
    """What a person said is sure; a band is a share and nothing else."""
    assert (band(0.9), band(0.8999), band(0.7), band(0.69)) == ("high", "medium", "medium", "perhaps")
    place = Citation(DocumentId("d"), "a.txt", 0, 1, "a")
    assert share(Candidate(place, "facts", "law", 1.0)) == 1.0
    for level in LEVELS:
        assert 0 <= share(Candidate(place, "search", "how_much", level)) <= 1
