"""A clause by its number on the command line: the command that shows it, and questions that name it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from casewright.cli.exit_codes import INVALID

if TYPE_CHECKING:
    from pathlib import Path

    from tests.e2e.conftest import Shell

CLAUSE = "This clause says what it says in a sentence of some length."
LEASE = (
    f"LEASE\n\n12. Ending. {CLAUSE}\n\n12.1Notice. Either party may end it (a) in writing; or (b) by a deed.\n\n"
    f"12.2Effects. {CLAUSE}\n\n13. Law. English law governs this lease.\n"
)
ORDER = "ORDIN\n\nArt. 1\n\nSe aprobă normele din anexă, care fac parte din ordin.\n\nArt. 2\n\nOrdinul se publică.\n"


@pytest.fixture
def matter(shell: Shell, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """A matter with a lease and an order."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "Lease.txt").write_text(
        "Nothing before.\n\n" + LEASE.replace("LEASE\n\n", f"LEASE\n\n11. Rent. {CLAUSE}\n\n")
    )
    (tmp_path / "Ordin.txt").write_text(ORDER)
    matter = shell.matter()
    shell("ingest", matter, "Lease.txt", "Ordin.txt")
    return matter


@pytest.mark.requirement("sections-command")
def test_clause_is_shown(shell: Shell, matter: str) -> None:
    """Its words and its place; the item alone where that is asked; what is there where it is not."""
    said = shell("documents", "section", matter, "Art. 2").out
    assert "Ordin.txt, § Art. 2" in said
    assert "Ordinul se publică." in said
    found = shell("--json", "documents", "section", matter, "art. 9", "--document", "Ordin.txt").json
    assert found["sections"] == []
    assert found["not_found"][0]["nearest"] == "there are Art. 1 and Art. 2; no 9"
    refused = shell("documents", "section", matter, "the law", code=INVALID)
    assert "'Clause 12.1'" in refused.err


@pytest.mark.requirement("assistant-sections")
@pytest.mark.parametrize(
    ("question", "quote"),
    [("Ce spune art. 2?", "Ordinul se publică."), ("Show me article 1 of Ordin.txt", "Se aprobă normele")],
)
def test_question_by_number_is_answered_from_the_index(shell: Shell, matter: str, question: str, quote: str) -> None:
    """The answer quotes the clause, verified at its place, by find_section alone."""
    answer = shell("--json", "ask", matter, question).json
    assert "find_section" in [call["name"] for call in answer["tool_calls"]]
    assert any(quote in cited["quote"] for cited in answer["citations"])
    assert answer["unverified"] == []


@pytest.mark.requirement("assistant-sections")
def test_question_by_a_number_that_is_not_there(shell: Shell, matter: str) -> None:
    """Nothing is quoted, and what is there is told."""
    answer = shell("--json", "ask", matter, "What does article 9 say?").json
    assert answer["citations"] == []
    assert "there are Art. 1 and Art. 2; no 9" in answer["answer"]
