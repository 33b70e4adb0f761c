"""Questions that refer to the answers before them: "it", "the other one", "which of them", "show the clause"."""

from __future__ import annotations

from typing import Any

import pytest

from tests.unit.agents.document.minds.talks import FILES, LEASE, MATTER, MSA, NDA, TEXT, Talk, citing, listing, matches
from tests.unit.agents.document.minds.test_fact_answers import ITALY, TEXAS
from tests.unit.agents.document.minds.test_fact_answers import document as facts_of

RENT = "The Tenant shall pay EUR 1,000 a month."


def answer(quote: str = RENT, *documents: str, passage: str | None = None) -> dict[str, Any]:
    """What isaacus_extract answers from the first of these documents, and from the others beside it."""
    first, *others = documents or (LEASE,)
    return {
        "answer": quote, "confidence": 0.9, "found": True, "band": "medium", "how": "clauses", "looked_for": "rent",
        "primary_citation": citing(quote, first), "citations": [citing(passage or quote, first)],
        "others": [{"citation": citing(quote, one), "band": "medium", "value": None} for one in others],
    }  # fmt: skip


def asked(talk: Talk, question: str) -> tuple[str, dict[str, Any]]:
    """The last call that the question leads to, without its matter."""
    name, arguments = talk.ask(question)[0][-1]
    return name, {key: value for key, value in arguments.items() if key != "matter_id"}


@pytest.mark.requirement("ask-follows")
@pytest.mark.parametrize(
    "question",
    [
        "and when does it end?",
        "who signed it?",
        "is it renewable?",
        "when was that contract signed?",
        "and the penalty?",
        "what about the deposit?",
        "și când se termină?",
        "dar preavizul?",
        "cine a semnat acest contract?",
    ],
)
def test_question_without_a_document_is_of_the_one_before(question: str) -> None:
    """The document of a single answer is carried over, and the answer says so."""
    talk = Talk({"isaacus_extract": answer()})
    talk.ask("What is the rent?")
    calls, said = talk.ask(question)
    [(name, arguments)] = calls
    assert (name, arguments["document_ids"], arguments["read_names"]) == ("isaacus_extract", [LEASE], False)
    assert said.startswith("In commercial-lease.txt, as before.\n")


@pytest.mark.requirement("ask-follows")
def test_what_is_open_goes_before_what_was_asked() -> None:
    """A document opened since is the one that "it" means."""
    talk = Talk({"isaacus_extract": answer()})
    talk.ask("What is the rent?")
    talk.open(NDA)
    assert asked(talk, "and when does it end?")[1]["document_ids"] == [NDA]


@pytest.mark.requirement("ask-follows")
def test_pronoun_that_could_be_several_is_asked_back() -> None:
    """Of several documents in the last answer, and of a matter in which nothing was asked before; the name answers."""
    talk = Talk({"isaacus_extract": answer(RENT, LEASE, NDA)})
    talk.ask("What is the rent?")
    calls, said = talk.ask("and when does it end?")
    assert calls == []
    assert said.startswith(f"Which document do you mean? 1. {FILES[LEASE]}; 2. {FILES[NDA]}.")
    name, arguments = asked(talk, "the second one")
    assert (name, arguments["question"], arguments["document_ids"]) == ("isaacus_extract", "when does it end?", [NDA])
    for question in ("When does it end?", "Who signed that contract?", "Cine a semnat acest contract?"):
        calls, said = Talk({"isaacus_extract": answer()}).ask(question)
        assert [name for name, _ in calls] == ["list_matter_documents"]
        assert said.startswith(f"Which document do you mean? Available documents: {FILES[LEASE]}, ")
    fresh = Talk({"isaacus_extract": answer()})
    fresh.ask("When does it end?")
    assert asked(fresh, "commercial-lease.txt")[1]["question"] == "When does it end?"


@pytest.mark.requirement("ask-follows")
def test_matter_of_one_document_is_not_asked_back() -> None:
    """There "it" can mean no other."""
    one = listing()
    one["documents"] = one["documents"][:1]
    calls, _ = Talk({"isaacus_extract": answer(), "list_matter_documents": one}).ask("When does it end?")
    assert [name for name, _ in calls] == ["list_matter_documents", "isaacus_extract"]


@pytest.mark.requirement("ask-follows")
@pytest.mark.parametrize(
    ("question", "document"),
    [
        ("the other one", NDA),
        ("and in the other contract?", NDA),
        ("what about the second one?", NDA),
        ("the first one", LEASE),
        ("and the last one?", NDA),
        ("celălalt", NDA),
        ("dar al doilea contract?", NDA),
    ],
)
def test_document_of_the_last_answer_is_picked(question: str, document: str) -> None:
    """The same is asked of it, and the answer names it."""
    talk = Talk({"isaacus_extract": answer(RENT, LEASE, NDA)})
    talk.ask("What is the rent?")
    calls, said = talk.ask(question)
    [(name, arguments)] = calls
    assert (name, arguments["question"], arguments["document_ids"]) == (
        "isaacus_extract",
        "What is the rent?",
        [document],
    )
    assert said.startswith(f"In {FILES[document]}.\n")


@pytest.mark.requirement("ask-follows")
def test_other_of_several_is_asked_back_with_what_there_is() -> None:
    """Two others: which one? None beyond the second: there are only two. Of the matter's: the others are listed."""
    talk = Talk({"isaacus_extract": answer(RENT, LEASE, NDA, MSA)})
    talk.ask("What is the rent?")
    calls, said = talk.ask("the other one")
    assert calls == []
    assert said.startswith(f"Which other one do you mean? 1. {FILES[NDA]}; 2. {FILES[MSA]}.")
    calls, said = talk.ask("the fourth one")
    assert calls == []
    assert said.startswith("The last answer has only 3: ")
    single = Talk({"isaacus_extract": answer()})
    single.ask("What is the rent?")
    assert single.ask("and in the other contract?")[1].startswith("Which other one do you mean? 1. ")


@pytest.mark.requirement("ask-follows")
def test_words_beside_the_pick_are_asked_of_it() -> None:
    """ "When does the second one end?" asks another thing of it; "the second year" picks nothing."""
    talk = Talk({"isaacus_extract": answer(RENT, LEASE, NDA)})
    talk.ask("What is the rent?")
    assert asked(talk, "when does the second one end?")[1]["document_ids"] == [NDA]
    assert "document_ids" not in asked(talk, "What is the rent in the second year?")[1]


@pytest.mark.requirement("ask-follows")
def test_which_of_them_narrows_within_what_was_found() -> None:
    """Only the documents that were so are asked; where none was, it is asked back."""
    documents = [
        facts_of(LEASE, ("governing_law", ITALY, "governed by Italian law")),
        facts_of(MSA, ("governing_law", TEXAS, "governed by the laws of Texas")),
        facts_of(NDA, ("governing_law", ITALY, "governed by Italian law")),
    ]
    found = {"documents": documents, "not_read": [], "left": [], "next_first": None}
    talk = Talk({"contract_facts": found})
    talk.ask("Which contracts are governed by Italian law?")
    calls, said = talk.ask("and which of them expire in 2026?")
    assert calls == [
        ("contract_facts", {"matter_id": MATTER, "fields": ["expiration_date"], "document_ids": [LEASE, NDA]})
    ]
    assert said.startswith("Of the 2 found before: Lease.pdf, NDA.docx.\n")
    picked = Talk({"contract_facts": found, "isaacus_extract": answer()})
    picked.ask("Which contracts are governed by Italian law?")
    picked.answers["contract_facts"] = {**found, "documents": documents[2:]}
    assert asked(picked, "the second one")[1]["document_ids"] == [NDA]
    assert asked(picked, "și când se termină?")[1]["document_ids"] == [NDA]
    nothing = Talk({"contract_facts": found})
    nothing.ask("Which contracts are governed by Scots law?")
    calls, said = nothing.ask("and which of them expire in 2026?")
    assert calls == []
    assert said.startswith("The last answer found no documents")


@pytest.mark.requirement("ask-follows")
@pytest.mark.parametrize(
    "question",
    [
        "show the clause",
        "Show me the whole clause, please",
        "where does it say that?",
        "arată clauza",
        "unde scrie asta?",
    ],
)
def test_clause_of_the_last_answer_is_quoted_whole(question: str) -> None:
    """From the passage that was read, without a call; its link is that of the passage."""
    talk = Talk({"isaacus_extract": answer("EUR 1,000 a month", passage=f"2. Rent. {RENT}")})
    talk.ask("What is the rent?")
    calls, said = talk.ask(question)
    assert calls == []
    start = TEXT.index("2. Rent.")
    link = f"[commercial-lease.txt, § 1](cite:{LEASE}@{start}-{len(TEXT)})"
    assert said.startswith(f"It stands in:\n- “2. Rent. {RENT}” {link}")


@pytest.mark.requirement("ask-follows")
def test_clause_that_no_passage_holds_is_read_in_the_document() -> None:
    """From where one clause begins to where the next one does."""
    text = f"LEASE\n\n{TEXT}\n\n3. End."
    quote = "EUR 1,000"
    place = {**citing(quote), "start": text.index(quote), "end": text.index(quote) + len(quote)}
    found = {**answer(quote), "primary_citation": place, "citations": [place]}
    told = {"text": text, "filename": FILES[LEASE], "document_id": LEASE, "character_count": len(text)}
    talk = Talk({"isaacus_extract": found, "get_document_text": told})
    talk.ask("What is the rent?")
    calls, said = talk.ask("show the clause")
    assert [(name, given["document_id"]) for name, given in calls] == [("get_document_text", LEASE)]
    start = text.index("2. Rent")
    assert f"“2. Rent. {RENT}” [commercial-lease.txt, § 1](cite:{LEASE}@{start}-{text.index(RENT) + len(RENT)})" in said


@pytest.mark.requirement("ask-follows")
def test_clause_is_asked_back_where_there_is_none_or_several() -> None:
    """Nothing asked before; nothing quoted; several documents, of which one is picked."""
    assert "Which clause do you mean?" in Talk().ask("show the clause")[1]
    empty = Talk({"isaacus_iql": matches("{IS adr clause}")})
    empty.ask("Find arbitration clauses")
    assert "The last answer quotes no single clause." in empty.ask("show the clause")[1]
    talk = Talk({"isaacus_extract": answer("EUR 1,000", LEASE, NDA, passage=RENT)})
    talk.ask("What is the rent?")
    assert "The clause of which document? 1. " in talk.ask("show the clause")[1]
    _, said = talk.ask("the first one")
    assert said.startswith(f"It stands in:\n- “{RENT}” [commercial-lease.txt")
    assert said == talk.ask("show the clause of the first one")[1]


@pytest.mark.requirement("ask-follows")
def test_how_long_is_that_asks_for_the_last_subject() -> None:
    """ "That" is what the question before was about, which the answer says."""
    talk = Talk({"isaacus_extract": answer()})
    talk.ask("What is the notice period?")
    name, arguments = asked(talk, "how long is that?")
    assert (name, arguments["question"]) == ("isaacus_extract", "how long is notice of termination?")
    assert (
        "Read as: how long is notice of termination?, in commercial-lease.txt, as before."
        in talk.ask("how long is that?")[1]
    )


@pytest.mark.requirement("ask-follows")
def test_what_was_shown_is_not_what_is_asked_next() -> None:
    """After the clause was shown, the other document is asked what the question before asked."""
    talk = Talk({"isaacus_extract": answer(RENT, LEASE, NDA, passage=TEXT)})
    talk.ask("What is the rent?")
    talk.ask("show the clause of the first one")
    name, arguments = asked(talk, "and in the other one?")
    assert (name, arguments["question"], arguments["document_ids"]) == ("isaacus_extract", "What is the rent?", [NDA])


@pytest.mark.requirement("ask-follows")
@pytest.mark.parametrize(
    "question",
    [
        "What must the tenant do with the keys when they leave?",
        "How long does it take to terminate?",
        "and which contracts have an arbitration clause?",
        "Ce se întâmplă dacă acesta întârzie plata?",
        "and what is the rent in all contracts?",
        "Is it possible to sublet?",
    ],
)
def test_question_that_stands_by_itself_is_not_narrowed(question: str) -> None:
    """Another "they", an "it" that means nothing, and questions about all contracts are asked of the whole matter."""
    talk = Talk({"isaacus_extract": answer()})
    talk.ask("What is the rent?")
    assert "document_ids" not in asked(talk, question)[1]
    assert Talk({"isaacus_extract": answer()}).ask(question)[0][0][0] != "list_matter_documents"
