"""``casewright queries run`` and ``delete``: what a person does with a query that they kept, and what they get."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from casewright.cli.exit_codes import INVALID

if TYPE_CHECKING:
    from pathlib import Path

    from tests.e2e.conftest import Shell

LAW = "{IS governing law clause}"


@pytest.fixture
def matter(shell: Shell, contracts: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """A matter with two contracts, and a query that was made for it."""
    matter = shell.matter()
    monkeypatch.chdir(contracts)
    (contracts / "nda.txt").write_text("The Recipient shall keep all information confidential.\n")
    shell("ingest", matter, "lease.txt", "nda.txt")
    shell("queries", "save", "Law", LAW, "--matter", matter)
    return matter


def person(shell: Shell, matter: str) -> list[str]:
    """Another person who takes part in the matter: how a command is run as them."""
    key = shell("--json", "users", "add", "pat", "--role", "PARTNER").json["key_file"]
    shell("matter", "share", matter, "pat", "--role", "counsel")
    return ["--as", key]


def names(shell: Shell, *who: str) -> list[str]:
    """What the queries of a person are called."""
    return [one["name"] for one in shell(*who, "--json", "queries", "list").json["queries"]]


@pytest.mark.requirement("queries-run")
def test_kept_query_is_run(shell: Shell, matter: str) -> None:
    """It answers what its text would, in the matter it was made for, and says what was asked."""
    told = shell("queries", "run", "Law").out
    assert told.startswith(f"Law: {LAW}\n")
    assert "lease.txt" in told
    found = shell("--json", "queries", "run", "Law").json
    asked = shell("--json", "iql", LAW, "--matter", matter).json
    assert (found["name"], found["query"]) == ("Law", LAW)
    assert found["document_results"] == asked["document_results"]
    one = shell("--json", "queries", "run", " Law ", "--document", "nda.txt", "--threshold", "0.9").json
    assert [result["filename"] for result in one["document_results"]] == ["nda.txt"]
    shown = shell("--json", "audit", "show", "--tool", "isaacus_iql").json["events"]
    assert {(event["phase"], event["result_status"]) for event in shown} == {("intent", None), ("outcome", "SUCCESS")}
    assert shown[0]["tool_args"]["query"] == LAW


@pytest.mark.requirement("queries-run")
def test_matter_that_a_query_is_run_in(shell: Shell, matter: str) -> None:
    """Another matter takes the place of its own; one that was made for none needs one."""
    other = shell.matter("Beta")
    shell("ingest", other, "nda.txt")
    elsewhere = shell("--json", "queries", "run", "Law", "--matter", "Beta").json
    assert [result["filename"] for result in elsewhere["document_results"]] == ["nda.txt"]
    shell("queries", "save", "Loose", LAW)
    assert "was made for no matter: name one with --matter" in shell("queries", "run", "Loose", code=INVALID).err
    loose = shell("--json", "queries", "run", "Loose", "--matter", matter).json
    assert len(loose["document_results"]) == 2


@pytest.mark.requirement("queries-run")
def test_query_that_is_not_there(shell: Shell, matter: str) -> None:
    """The nearest of one's own is named, with exit 2, and another's of that name is neither run nor named."""
    del matter
    assert shell("queries", "run", "Lav", code=INVALID).err == "You have no query called 'Lav': nearest: 'Law'\n"
    assert "'casewright queries list' shows yours" in shell("queries", "run", "Rent", code=INVALID).err
    assert "nearest: 'Law'" in shell("--json", "queries", "run", "Lav", code=INVALID).json["error"]


@pytest.mark.requirement("queries-owner", "queries-run")
def test_query_of_another_person(shell: Shell, matter: str) -> None:
    """Who takes part in the same matter neither runs nor deletes it; their own of that name is another."""
    pat = person(shell, matter)
    for command in ("run", "delete"):
        refused = shell(*pat, "queries", command, "Law", code=INVALID).err
        assert "You have no query called 'Law': 'casewright queries list' shows yours" in refused
    assert (names(shell), names(shell, *pat)) == (["Law"], [])
    shell(*pat, "queries", "save", "Law", "{IS confidentiality clause}", "--matter", matter)
    assert shell(*pat, "--json", "queries", "run", "Law").json["query"] == "{IS confidentiality clause}"
    shell(*pat, "queries", "delete", "Law")
    assert (names(shell), names(shell, *pat)) == (["Law"], [])


@pytest.mark.requirement("queries-deleted")
def test_kept_query_is_deleted(shell: Shell, matter: str) -> None:
    """It is gone at once, by its owner's wish alone; the others stay, and the audit tells who deleted which."""
    shell("queries", "save", "Rent", "{IS confidentiality clause}", "--matter", matter)
    assert shell("queries", "delete", " Law ").out == "Deleted Law\n"
    assert names(shell) == ["Rent"]
    assert "You have no query called 'Law'" in shell("queries", "run", "Law", code=INVALID).err
    again = shell("--json", "queries", "delete", "Law", code=INVALID).json
    assert "You have no query called 'Law'" in again["error"]
    assert shell("--json", "queries", "delete", "Rent").json == {"name": "Rent"}
    assert names(shell) == []
    told = shell("--json", "audit", "show", "--tool", "delete_saved_query").json["events"]
    done = [one for one in told if one["phase"] == "intent"]
    assert [one["tool_args"]["name"].strip() for one in done] == ["Law", "Law", "Rent"]
    ended = [one["result_status"] for one in told if one["phase"] == "outcome"]
    assert ended == ["SUCCESS", "ERROR", "SUCCESS"]
    assert shell("--json", "approvals", "list", "--all").json["approvals"] == []


@pytest.mark.requirement("question-plain-iql")
def test_query_of_plain_words_keeps_what_it_leaves_out(shell: Shell, matter: str) -> None:
    """What the words ask and the query does not say is told when it is saved, listed and run; so is its scope."""
    words = "Which contracts are governed by Italian law?"
    saved = shell("queries", "save", "Italian", words, "--plain", "--matter", matter).out
    left = "Not asked: “are governed by Italian law”."
    assert "IQL   {IS governing law clause}" in saved
    for told in (saved, shell("queries", "list").out, shell("queries", "run", "Italian").out):
        assert left in told
    assert shell("--json", "queries", "run", "Italian").json["description"] == left
    whole = shell("queries", "save", "None", "documents that lack a governing law clause", "--plain").out
    assert "Asks of whole documents: run it with --scope document." in whole
    found = shell("--json", "queries", "run", "None", "--matter", matter, "--scope", "document").json
    assert [one["filename"] for one in found["document_results"] if one["holds"]] == ["nda.txt"]
    exact = shell("--json", "queries", "save", "Exact", "governing law clauses", "--plain").json
    assert exact["description"] == ""
