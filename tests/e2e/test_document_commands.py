"""``casewright documents rename`` and ``delete``: what a person does, what they get, and what is recorded of it."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from casewright.cli.exit_codes import INVALID, REFUSED

if TYPE_CHECKING:
    from pathlib import Path

    from tests.e2e.conftest import Shell

TEXTS = {"a/Deed.txt": "Deed of Arnolt.\n", "b/Deed.txt": "Deed of Bertolt.\n", "Lease.txt": "Lease of Caspian.\n"}


@pytest.fixture
def matter(shell: Shell, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """A matter with three documents, two of which end with the same name."""
    monkeypatch.chdir(tmp_path)
    for name, text in TEXTS.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text)
    matter = shell.matter()
    shell("ingest", matter, "a", "b", "Lease.txt")
    return matter


def documents(shell: Shell, matter: str) -> dict[str, str]:
    """The documents of the matter: their ids by their names."""
    found: list[dict[str, str]] = shell("--json", "documents", "list", matter).json["documents"]
    return {one["filename"]: one["document_id"] for one in found}


def events(shell: Shell, tool: str) -> list[tuple[str, str | None]]:
    """What the audit holds of a tool: phase and status of each event, in order."""
    found = shell("--json", "audit", "show", "--tool", tool).json["events"]
    return [(one["phase"], one["result_status"]) for one in found]


def person(shell: Shell, name: str) -> list[str]:
    """Another person: how a command is run as them."""
    return ["--as", shell("--json", "users", "add", name, "--role", "PARTNER").json["key_file"]]


def original(shell: Shell, text: str) -> bool:
    """Whether the home keeps a file of exactly this text."""
    return any(path.read_text() == text for path in (shell.home / "blobs").rglob("*") if path.is_file())


@pytest.mark.requirement("document-renamed")
def test_document_is_renamed(shell: Shell, matter: str) -> None:
    """It is found under its new name, with its id and its text; the old name finds nothing; the audit tells both."""
    before = documents(shell, matter)
    said = shell("documents", "rename", matter, "lease.txt", "Lease of 2025.txt").out
    assert said == "Lease.txt is Lease of 2025.txt now\n"
    after = documents(shell, matter)
    assert sorted(after) == ["Lease of 2025.txt", "a/Deed.txt", "b/Deed.txt"]
    assert set(after.values()) == set(before.values())
    assert after["Lease of 2025.txt"] == before["Lease.txt"]
    assert "Lease of Caspian." in shell("documents", "show", matter, "Lease of 2025.txt").out
    assert "There is no document" in shell("documents", "show", matter, "Lease.txt", code=INVALID).err
    renamed = shell("--json", "documents", "rename", matter, before["Lease.txt"], "Lease.txt").json
    assert renamed["document_id"] == before["Lease.txt"]
    assert (renamed["filename"], renamed["former_filename"]) == ("Lease.txt", "Lease of 2025.txt")
    assert documents(shell, matter) == before
    assert events(shell, "rename_document") == [("intent", None), ("outcome", "SUCCESS")] * 2
    told = shell("--json", "audit", "show", "--tool", "rename_document").json["events"]
    assert told[0]["tool_args"]["filename"] == "Lease of 2025.txt"


@pytest.mark.requirement("document-renamed")
def test_rename_that_cannot_be_is_refused(shell: Shell, matter: str) -> None:
    """A name that two have, that nobody has, that another has, or that has nothing in it: a sentence, no change."""
    before = documents(shell, matter)
    two = shell("documents", "rename", matter, "Deed.txt", "New.txt", code=INVALID).err
    assert ("2 documents are called" in two, "'a/Deed.txt'" in two, "'b/Deed.txt'" in two) == (True, True, True)
    unknown = shell("documents", "rename", matter, "Leese.txt", "New.txt", code=INVALID).err
    assert ("There is no document" in unknown, "'Lease.txt'" in unknown) == (True, True)
    taken = shell("documents", "rename", matter, "Lease.txt", "a/Deed.txt", code=INVALID).err
    assert "has a document called 'a/Deed.txt' already: choose another name" in taken
    assert "visible character" in shell("documents", "rename", matter, "Lease.txt", " ", code=INVALID).err
    as_json = shell("--json", "documents", "rename", matter, "Leese.txt", "New.txt", code=INVALID).json
    assert "There is no document" in as_json["error"]
    assert documents(shell, matter) == before


@pytest.mark.requirement("document-renamed")
def test_rename_by_another_person(shell: Shell, matter: str) -> None:
    """Who does not take part finds no matter; who may only read is refused; who works on it renames."""
    before = documents(shell, matter)
    pat, kim = person(shell, "pat"), person(shell, "kim")
    for who in (matter, "Alpha"):
        refused = shell(*pat, "documents", "rename", who, "Lease.txt", "Mine.txt", code=INVALID).err
        assert refused.startswith((f"Matter '{matter}' not found", "There is no matter 'Alpha'"))
    shell("matter", "share", matter, "kim", "--role", "client")
    assert (
        "not permitted for client"
        in shell(*kim, "documents", "rename", matter, "Lease.txt", "Mine.txt", code=REFUSED).err
    )
    assert documents(shell, matter) == before
    shell("matter", "share", matter, "pat", "--role", "counsel")
    shell(*pat, "documents", "rename", matter, "Lease.txt", "Ours.txt")
    assert documents(shell, matter)["Ours.txt"] == before["Lease.txt"]
    done = shell("--json", "audit", "show", "--tool", "rename_document").json["events"]
    assert [one["agent_id"] for one in done if one["result_status"] == "SUCCESS"] == ["pat"]


@pytest.mark.requirement("document-deleted")
def test_document_is_deleted_by_two(shell: Shell, matter: str) -> None:
    """Asked for, it stays until another person who takes part approves; then text, name and original are gone."""
    before = documents(shell, matter)
    asked = shell("documents", "delete", matter, "Lease.txt", "--why", "sent by mistake", code=REFUSED).err
    [request] = shell("--json", "approvals", "list").json["approvals"]
    assert request["approval_id"] in asked
    assert documents(shell, matter) == before
    shown = shell("approvals", "show", request["approval_id"]).out
    assert ("sent by mistake" in shown, "'Lease.txt' for good" in shown) == (True, True)
    assert "needs four eyes" in shell("approvals", "approve", request["approval_id"], code=REFUSED).err
    pat = person(shell, "pat")
    assert "not found" in shell(*pat, "approvals", "approve", request["approval_id"], code=INVALID).err
    assert original(shell, TEXTS["Lease.txt"])
    shell("matter", "share", matter, "pat", "--role", "counsel")
    gone = shell(*pat, "--json", "approvals", "approve", request["approval_id"]).json["structured"]
    assert gone == {"document_id": before["Lease.txt"], "filename": "Lease.txt", "original_deleted": True}
    assert sorted(documents(shell, matter)) == ["a/Deed.txt", "b/Deed.txt"]
    assert not original(shell, TEXTS["Lease.txt"])
    for name in ("Lease.txt", before["Lease.txt"]):
        shell("documents", "show", matter, name, code=INVALID)
    assert events(shell, "delete_document")[-2:] == [("intent", None), ("outcome", "SUCCESS")]
    assert shell("--json", "audit", "verify").json["verified"]


@pytest.mark.requirement("document-deleted")
def test_delete_that_cannot_be_is_refused_and_asks_nobody(shell: Shell, matter: str) -> None:
    """A name that two have, or nobody, and a matter that is not the caller's: a sentence, and no request is filed."""
    before = documents(shell, matter)
    assert "2 documents are called" in shell("documents", "delete", matter, "Deed.txt", code=INVALID).err
    assert "There is no document" in shell("documents", "delete", matter, "Leese.txt", code=INVALID).err
    pat = person(shell, "pat")
    for who in (matter, "Alpha"):
        refused = shell(*pat, "documents", "delete", who, "Lease.txt", code=INVALID).err
        assert refused.startswith((f"Matter '{matter}' not found", "There is no matter 'Alpha'"))
    assert shell("--json", "approvals", "list", "--all").json["approvals"] == []
    assert documents(shell, matter) == before


@pytest.mark.requirement("document-deleted")
def test_delete_with_json(shell: Shell, matter: str) -> None:
    """One document says that it waits, and for which decision; one that was rejected is still there."""
    waiting = shell("--json", "documents", "delete", matter, "a/Deed.txt", code=REFUSED)
    [request] = shell("--json", "approvals", "list").json["approvals"]
    assert request["approval_id"] in json.dumps(waiting.json)
    shell("approvals", "reject", request["approval_id"], "--reason", "still needed")
    assert "a/Deed.txt" in documents(shell, matter)
    assert original(shell, TEXTS["a/Deed.txt"])
    told: list[dict[str, Any]] = shell("--json", "audit", "show", "--tool", "delete_document").json["events"]
    assert not any(one["phase"] == "intent" for one in told)
