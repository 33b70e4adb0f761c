"""Yes/no questions in a talk: "Yes" and "No" only where the quoted sentence says so."""

from __future__ import annotations

from typing import Any

import pytest

from tests.unit.agents.document.minds.talks import LEASE, Talk, citing, matches

RULE = "The Tenant shall not keep bees."
ALSO = "The Tenant may keep one cat if the Landlord agrees."


def cited(quote: str, start: int = 40) -> dict[str, Any]:
    """A citation of these words."""
    return {"document_id": LEASE, "filename": "lease.txt", "start": start, "end": start + len(quote), "quote": quote}


def extract(quote: str, *passages: dict[str, Any], **more: Any) -> dict[str, Any]:
    """What isaacus_extract answers where it finds these words."""
    return {
        "answer": quote, "confidence": 0.8, "found": True, "band": "medium", "how": "clauses", "looked_for": "pets",
        "primary_citation": cited(quote), "citations": list(passages), **more,
    }  # fmt: skip


@pytest.mark.requirement("answer-yes-no")
@pytest.mark.parametrize(
    ("question", "quote", "begins"),
    [
        ("May the tenant keep bees?", RULE, "No: “The Tenant shall not keep bees.”"),
        ("Is the tenant prohibited from keeping bees?", RULE, "Yes: “"),
        ("May the tenant keep a cat?", ALSO, "Only under conditions: “"),
        ("May the landlord keep bees?", RULE, "There is a passage about it: “"),
        ("Is the tenant not allowed to keep bees?", RULE, "There is a passage about it: “"),
    ],
)
def test_polarity_stands_before_the_quote(question: str, quote: str, begins: str) -> None:
    """Yes, no, only under conditions, or that there is a passage; with how often such answers were right."""
    _, said = Talk({"isaacus_extract": extract(quote)}).ask(question)
    assert said.startswith(begins)
    assert "(medium" in said.splitlines()[0]


@pytest.mark.requirement("answer-yes-no")
def test_the_sentence_that_decides_is_the_one_that_is_quoted() -> None:
    """Of a passage of several sentences; the link is that of the sentence."""
    passage = f"Pets. {ALSO} {RULE}"
    _, said = Talk({"isaacus_extract": extract(passage)}).ask("May the tenant keep bees?")
    start = 40 + passage.index(RULE)
    assert said.startswith(f"No: “{RULE}” [lease.txt](cite:{LEASE}@{start}-{start + len(RULE)})")
    _, torn = Talk({"isaacus_extract": extract(f"{RULE} The Tenant may keep bees.")}).ask("May the tenant keep bees?")
    assert torn.startswith("There is a passage about it: ")


@pytest.mark.requirement("answer-yes-no")
def test_yes_below_the_bands_is_perhaps() -> None:
    """ "Perhaps no" where such answers were too often wrong."""
    _, said = Talk({"isaacus_extract": extract(RULE, band="perhaps")}).ask("May the tenant keep bees?")
    assert said.startswith("Perhaps no: “")


@pytest.mark.requirement("answer-yes-no")
def test_clause_that_is_there_and_one_that_is_not() -> None:
    """Yes where a fact was read or the quote names it; a quote that denies it is none; none found is told as that."""
    fact = extract("shall insure the Premises", how="facts", looked_for="insurance")
    assert Talk({"isaacus_extract": fact}).ask("Is there any insurance?")[1].startswith("Yes: “")
    unnamed = extract("shall keep the Premises covered", looked_for="insurance")
    assert Talk({"isaacus_extract": unnamed}).ask("Is there any insurance?")[1].startswith("There is a passage")
    denied = extract("There is no insurance under this lease.", looked_for="insurance")
    assert Talk({"isaacus_extract": denied}).ask("Is there any insurance?")[1].startswith("There is a passage")
    nothing = {
        "answer": "Not found in the documents", "confidence": 0.0, "citations": [], "found": False,
        "looked_for": "insurance", "looked_in": {"documents": ["lease.txt"], "number": 1, "by": ["facts", "search"]},
    }  # fmt: skip
    _, said = Talk({"isaacus_extract": nothing}).ask("Is there any insurance?")
    assert said.startswith(
        "No such clause found (looked for insurance, in lease.txt, looking by the facts of the documents, then search)."
    )


@pytest.mark.requirement("answer-yes-no")
def test_query_for_a_clause_answers_whether_there_is_one() -> None:
    """Strong and named: yes. A template that stands for more than what is asked: perhaps. None: what was looked for."""
    law = "This lease is governed by the laws of England."
    there = {"isaacus_iql": matches("{IS governing law clause}", law)}
    assert Talk(there).ask("Is there a governing law clause?")[1].startswith("Yes: a match in 1 of 1 document")
    assert Talk(there).ask("Find governing law clauses")[1].startswith("A match in 1 of 1 document")
    capped = {"isaacus_iql": matches("{IS liability cap clause}", law)}
    assert (
        Talk(capped).ask("Is there a cap on liability in the lease?")[1].startswith("Yes: a match in 1 of 1 document")
    )
    wider = {"isaacus_iql": matches("{IS adr clause}", law)}
    assert Talk(wider).ask("Is there an arbitration clause?")[1].startswith("Perhaps: a match in 1 of 1 document")
    none = {"isaacus_iql": matches("{IS adr clause}")}
    assert (
        Talk(none)
        .ask("Is there an arbitration clause?")[1]
        .startswith("No such clause found (looked for {IS adr clause}, in commercial-lease.txt, by clause scores).")
    )
    assert citing(law)["quote"] == law


@pytest.mark.requirement("answer-yes-no")
def test_who_may_do_what_is_no_question_for_a_kind_of_clause() -> None:
    """ "May the recipient copy confidential information?" asks for one answer, not for all such clauses."""
    calls, _ = Talk({"isaacus_extract": extract(RULE)}).ask("May the recipient copy confidential information?")
    assert [name for name, _ in calls] == ["isaacus_extract"]
    calls, _ = Talk().ask("Is there a confidentiality clause?")
    assert [name for name, _ in calls] == ["isaacus_iql"]


@pytest.mark.requirement("answer-yes-no")
def test_clause_of_the_kind_without_what_is_asked_of_it_is_perhaps() -> None:
    """A warranty is no warranty period: each word that names what is asked has to stand in the quote."""
    law = "This lease is governed by the laws of England."
    found = {"isaacus_iql": matches("{IS governing law clause}", law)}
    assert Talk(found).ask("Is there a governing law period?")[1].startswith("Perhaps: a match in 1 of 1 document")
