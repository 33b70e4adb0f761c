"""What kind of source each document is: recognised with a reason, confirmed in one command, or said otherwise."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from tests.e2e.acme_deal import claim, imported, listed, money

if TYPE_CHECKING:
    from pathlib import Path

    from tests.e2e.conftest import Shell

ACCOUNTS = """Acme Ltd annual report

Independent auditor's report

In our opinion the financial statements give a true and fair view.

London, 3 March 2026

Cash at bank and in hand was EUR 1,200,000 at 31 December 2025.
"""
DECK = "Board deck\n\nCash is EUR 900,000.\n"
NOTE = "A few words about nothing in particular.\n"


@pytest.fixture
def deal(shell: Shell, tmp_path: Path) -> str:
    """A deal of three documents: two say what they are, one does not."""
    room = tmp_path / "sources"
    room.mkdir()
    for name, text in (("Accounts.txt", ACCOUNTS), ("Deck.txt", DECK), ("Note.txt", NOTE)):
        (room / name).write_text(text, encoding="utf-8")
    made: str = shell("--json", "deal", "create", "Acme", "--documents", room).json["deal"]["matter_id"]
    return made


def sources(shell: Shell, deal: str) -> dict[str, dict[str, Any]]:
    found = shell("--json", "deal", "sources", deal).json["sources"]
    return {one["filename"]: one for one in found}


def cash(quote: str, amount: str, document: str) -> dict[str, Any]:
    row = claim(f"Cash is {quote}", quote, document, value_struct=money(amount), metric="cash")
    del row["evidence"][0]["source_type"]
    return row


@pytest.mark.requirement("sources-confirmed")
def test_every_document_says_what_it_is_and_why(shell: Shell, deal: str) -> None:
    """The list has the kind that a document's words say, those words, and that nobody has confirmed it."""
    found = sources(shell, deal)

    assert {name: one["recognised"] for name, one in found.items()} == {
        "Accounts.txt": "audited_accounts",
        "Deck.txt": "board_deck",
        "Note.txt": "unknown",
    }
    assert "in our opinion" in found["Accounts.txt"]["why"]
    assert {one["said_by"] for one in found.values()} == {None}
    told = shell("deal", "sources", deal).out
    assert "Accounts.txt: audited accounts, grade A at best; not confirmed" in told
    assert f"casewright deal source {deal} [DOCUMENT] --confirm" in told


@pytest.mark.requirement("sources-confirmed")
def test_one_is_confirmed_and_its_evidence_takes_it_on(shell: Shell, deal: str, tmp_path: Path) -> None:
    """Confirming grades what rests on the document at once, is in the audit, and leaves the others alone."""
    imported(shell, deal, tmp_path, [cash("EUR 1,200,000", "1200000", "Accounts.txt")])
    [before] = listed(shell, deal)

    told = shell("deal", "source", deal, "Accounts.txt", "--confirm").out

    assert "1 document confirmed." in told
    [after] = listed(shell, deal)
    assert (before["claim_grade"], after["claim_grade"]) == ("C", "A")
    found = sources(shell, deal)
    assert found["Accounts.txt"]["said_by"] is not None
    assert found["Deck.txt"]["said_by"] is None
    events = shell("--json", "audit", "show", "--last", "100").json["events"]
    [described] = [one["tool_args"] for one in events if one["event_type"] == "document.source_described"]
    assert (described["source_type"], described["evidence"]) == ("audited_accounts", 1)


@pytest.mark.requirement("sources-confirmed")
def test_all_are_confirmed_at_once(shell: Shell, deal: str) -> None:
    """Without a document all that say what they are are confirmed; what a person said stays, the rest is named."""
    shell("deal", "source", deal, "Deck.txt", "--type", "internal_report")

    told = shell("deal", "source", deal, "--confirm").out

    assert "1 document confirmed." in told
    assert "One stays as a person said before" in told
    assert "not known: Note.txt: nothing in it says what it is" in told
    found = sources(shell, deal)
    assert {name: one["source_type"] for name, one in found.items()} == {
        "Accounts.txt": "audited_accounts",
        "Deck.txt": "internal_report",
        "Note.txt": "unknown",
    }
    assert "Deck.txt: internal report, grade B at best; said by" in shell("deal", "sources", deal).out
    assert "0 documents confirmed." in shell("deal", "source", deal, "--confirm").out


@pytest.mark.requirement("sources-confirmed")
def test_what_extraction_recognised_is_said_by_nobody(shell: Shell, deal: str) -> None:
    """Extraction takes a kind from the content; that is no person's word until it is confirmed."""
    shell("deal", "extract", deal)

    assert {one["said_by"] for one in sources(shell, deal).values()} == {None}
    shown = {one["filename"]: one for one in shell("--json", "deal", "show", deal).json["sources"]}
    assert (shown["Accounts.txt"]["source_type"], shown["Accounts.txt"]["described"]) == ("audited_accounts", False)
    shell("deal", "source", deal, "--confirm")
    shown = {one["filename"]: one for one in shell("--json", "deal", "show", deal).json["sources"]}
    assert (shown["Accounts.txt"]["described"], shown["Note.txt"]["described"]) == (True, False)


@pytest.mark.requirement("sources-confirmed")
def test_what_cannot_be_confirmed_is_refused_with_the_remedy(shell: Shell, deal: str) -> None:
    """A document that says nothing of itself, and options that do not go together, get a sentence."""
    unknown = shell("deal", "source", deal, "Note.txt", "--confirm", code=2).err
    assert "'Note.txt' does not say what it is" in unknown
    assert "--type KIND" in unknown
    assert "--type, or" in shell("deal", "source", deal, "Deck.txt", code=2).err
    assert "--type, or" in shell("deal", "source", deal, "Deck.txt", "--type", "news", "--confirm", code=2).err
    assert (
        "go with --type" in shell("deal", "source", deal, "Deck.txt", "--confirm", "--date", "2026-01-01", code=2).err
    )
    assert "Name the document" in shell("deal", "source", deal, "--type", "news", code=2).err
    assert "no document" in shell("deal", "source", deal, "None.txt", "--confirm", code=2).err.lower()
