"""Conversations on the command line: what is carried over, yes and no, facts and clauses in one question."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from pathlib import Path

    from tests.e2e.conftest import Shell

FLAT = """LEASE OF A FLAT

1. Term. This lease begins on 1 January 2024 and ends on 31 December 2026.

2. Pets. The Tenant shall not keep dogs in the flat. The Tenant may keep one cat if the Landlord agrees in writing.

3. Arbitration. Any dispute arising out of this lease shall be finally settled by arbitration in Milan.

4. Law. This lease is governed by the laws of Italy.
"""
SHOP = """LEASE OF A SHOP

1. Term. This lease begins on 1 March 2023 and ends on 28 February 2029.

2. Courts. The courts of Rome shall have exclusive jurisdiction over any dispute arising out of this lease.

3. Law. This lease is governed by the laws of Italy.
"""

STORE = """STORAGE AGREEMENT

1. Arbitration. Any dispute arising out of this agreement shall be finally settled by arbitration in Houston.

2. Law. This agreement is governed by the laws of the State of Texas.
"""


@pytest.fixture
def leases(shell: Shell, tmp_path: Path) -> str:
    """A matter with two leases under one law, and an agreement under another; two have an arbitration clause."""
    matter = shell.matter()
    for name, text in (("flat.txt", FLAT), ("shop.txt", SHOP), ("store.txt", STORE)):
        (tmp_path / name).write_text(text, "utf-8")
        shell("ingest", matter, tmp_path / name)
    return matter


def ask(shell: Shell, matter: str, question: str, thread: str | None = None) -> dict[str, Any]:
    """The answer; every quote of it stands at its place."""
    more = [] if thread is None else ["--thread", thread]
    found: dict[str, Any] = shell("--json", "ask", matter, question, *more).json
    assert found["unverified"] == []
    return found


@pytest.mark.requirement("ask-follows")
def test_thread_keeps_what_it_is_about(shell: Shell, leases: str) -> None:
    """The document is carried over in other processes too; the clause is quoted whole; the other lease is picked."""
    first = ask(shell, leases, "When does flat.txt end?")
    thread = first["thread_id"]
    law = ask(shell, leases, "and which law governs it?", thread)
    assert law["answer"].startswith("In flat.txt, as before.\n")
    assert {one["filename"] for one in law["citations"]} == {"flat.txt"}
    clause = ask(shell, leases, "show the clause", thread)
    assert "“4. Law. This lease is governed by the laws of Italy.”" in clause["answer"]
    assert ask(shell, leases, "and in the other one?", thread)["answer"].startswith("Which other one do you mean? 1. ")
    other = ask(shell, leases, "shop.txt", thread)
    assert {one["filename"] for one in other["citations"]} == {"shop.txt"}
    assert ask(shell, leases, "When does it end?")["answer"].startswith("Which document do you mean? ")


@pytest.mark.requirement("ask-follows")
def test_which_of_them_narrows_in_a_thread(shell: Shell, leases: str) -> None:
    """First by law, then by a clause: what is under another law is not asked again."""
    first = ask(shell, leases, "Which contracts are governed by Italian law?")
    assert first["answer"].startswith("2 of 3 documents")
    second = ask(shell, leases, "and which of them have an arbitration clause?", first["thread_id"])
    assert "Of the 2 found before: " in second["answer"]
    assert {one["filename"] for one in second["citations"]} == {"flat.txt"}
    assert "No match in: shop.txt." in second["answer"]


@pytest.mark.requirement("question-mixed")
def test_mixed_question_is_put_together(shell: Shell, leases: str) -> None:
    """The law by facts, arbitration by clauses: so with both quotes, and not found where there is none."""
    found = ask(shell, leases, "Which contracts governed by Italian law also have an arbitration clause?")
    assert [call["name"] for call in found["tool_calls"]] == ["contract_facts", "isaacus_iql"]
    assert found["answer"].startswith(
        "1 of 3 documents (asked of their facts: governed by Italian law; of their clauses:"
    )
    so, _, rest = found["answer"].partition("no such clause was found there:")
    assert "- flat.txt: Italy (IT): " in so
    assert "settled by arbitration in Milan" in so
    assert "- shop.txt: Italy (IT): " in rest
    assert "Not so:\n- store.txt: Texas (US): " in rest


@pytest.mark.requirement("answer-yes-no")
def test_yes_no_and_neither(shell: Shell, leases: str) -> None:
    """By the sentence that is quoted; the landlord is not the tenant; no such clause."""
    dogs = ask(shell, leases, "May the tenant keep dogs in the flat?")
    assert dogs["answer"].startswith(
        ("No: “The Tenant shall not keep dogs", "Perhaps no: “The Tenant shall not keep dogs")
    )
    landlord = ask(shell, leases, "May the landlord keep dogs in the flat?")["answer"]
    assert "Yes: " not in landlord
    assert "No: " not in landlord
    assert ask(shell, leases, "Is there an arbitration clause?")["answer"].startswith(
        "Yes: a match in 2 of 3 documents"
    )
    helicopters = ask(shell, leases, "Is there a helicopter clause?")["answer"]
    assert helicopters.startswith("No such clause found (looked for ")
