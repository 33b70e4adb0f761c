"""Which documents are so, where facts decide some conditions and clauses the others."""

from __future__ import annotations

from typing import Any

import pytest

from tests.unit.agents.document.minds.talks import LEASE, MATTER, MSA, NDA, Talk
from tests.unit.agents.document.minds.test_fact_answers import ITALY, NAMES, TEXAS, document

ARBITRATION = "Disputes are settled by arbitration in Rome."
MEDIATION = "Disputes are referred to mediation."
QUESTION = "Which contracts governed by Italian law also have an arbitration clause?"


def law(id_: str, place: dict[str, Any]) -> dict[str, Any]:
    """A document of this law."""
    return document(id_, ("governing_law", place, f"governed by the law of {place['place']}"))


def clause(id_: str, *quotes: str, error: str | None = None) -> dict[str, Any]:
    """What isaacus_iql answers of one document."""
    cited = [
        {"document_id": id_, "filename": NAMES[id_], "start": 90, "end": 90 + len(one), "quote": one} for one in quotes
    ]
    found = [{"score": 0.95, "citation": one} for one in cited]
    return {"document_id": id_, "filename": NAMES[id_], "score": 0.95, "matches": found, "error": error}


def talk(documents: list[dict[str, Any]], clauses: list[dict[str, Any]] | str) -> Talk:
    """A conversation in which the facts and the clauses are these."""
    facts = {"documents": documents, "not_read": [], "left": [], "next_first": None}
    iql = clauses if isinstance(clauses, str) else {"query": "", "document_results": clauses, "total_matches": 1}
    return Talk({"contract_facts": facts, "isaacus_iql": iql})


@pytest.mark.requirement("question-mixed")
def test_facts_and_clauses_are_asked_side_by_side_and_put_together() -> None:
    """One call each in one turn; so with both quotes, found by facts alone, and not so."""
    spoken = talk(
        [law(LEASE, ITALY), law(MSA, TEXAS), law(NDA, ITALY)],
        [clause(LEASE, ARBITRATION), clause(MSA, ARBITRATION), clause(NDA)],
    )
    calls, said = spoken.ask(QUESTION)
    assert calls == [
        ("contract_facts", {"matter_id": MATTER, "fields": ["governing_law"]}),
        ("isaacus_iql", {"matter_id": MATTER, "query": "{IS adr clause}", "threshold": "auto"}),
    ]
    assert said.startswith("1 of 3 documents (asked of their facts: governed by Italian law; of their clauses: also")
    assert "- Lease.pdf: Italy (IT): “governed by the law of Italy” [" in said
    assert f"; “{ARBITRATION}” [Lease.pdf](cite:{LEASE}@90-{90 + len(ARBITRATION)}) (0.95, strong)" in said
    lacking = said.partition("So by their facts, but no such clause was found there:\n- ")[2]
    assert lacking.startswith("NDA.docx: Italy (IT)")
    assert "no clause on arbitration or mediation found" in lacking.splitlines()[0]
    assert "Not so:\n- MSA.docx: Texas (US): “governed by the law of Texas”" in said
    assert "Asked as IQL: `{IS adr clause}`" in said
    assert "Not asked" not in said


@pytest.mark.requirement("question-mixed")
def test_clause_of_a_wider_kind_is_perhaps() -> None:
    """Mediation is found where arbitration is asked: neither so nor not so."""
    _, said = talk([law(LEASE, ITALY)], [clause(LEASE, MEDIATION)]).ask(QUESTION)
    assert said.startswith("I found none of 1 document")
    assert "Perhaps so, by a clause that may be another kind:\n- Lease.pdf: " in said
    without = "Which contracts governed by Italian law have no arbitration clause?"
    _, said = talk([law(LEASE, ITALY)], [clause(LEASE, MEDIATION)]).ask(without)
    assert "I could not tell:\n- Lease.pdf: perhaps “Disputes are referred to mediation.”" in said


@pytest.mark.requirement("question-mixed")
def test_lacking_clause_that_is_there_is_not_so_and_one_not_found_says_so() -> None:
    """The clause that is there is quoted; of the other it is said that none was found."""
    _, said = talk(
        [law(LEASE, ITALY), law(NDA, ITALY)],
        [clause(LEASE, ARBITRATION), clause(NDA)],
    ).ask("Which contracts governed by Italian law have no arbitration clause?")
    assert "- NDA.docx: Italy (IT): “governed by the law of Italy”" in said
    assert "no clause on arbitration or mediation found" in said
    assert f"Not so:\n- Lease.pdf: “{ARBITRATION}”" in said


@pytest.mark.requirement("question-mixed")
@pytest.mark.parametrize("failed", ["Tool error: no scorer", [clause(LEASE, error="Document is not ready")]])
def test_clause_that_could_not_be_asked_is_not_known(failed: Any) -> None:
    """A query that failed, and a document that it failed for."""
    _, said = talk([law(LEASE, ITALY)], failed).ask(QUESTION)
    assert "I could not tell:\n- Lease.pdf: its clauses were not asked for arbitration or mediation" in said


@pytest.mark.requirement("question-mixed")
def test_question_for_clauses_alone_stays_a_query() -> None:
    """Without a condition on facts nothing is asked of facts."""
    calls, _ = Talk().ask("Which contracts have an indemnity without a liability cap?")
    assert [name for name, _ in calls] == ["isaacus_iql"]
