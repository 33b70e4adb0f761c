"""A case on the command line: its parties, its documents, and that nothing kept or told holds what they are called."""

from __future__ import annotations

import json
import logging
import unicodedata
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from pathlib import Path

    from tests.e2e.conftest import Shell

TENANT = {
    "kind": "individual",
    "firstName": "Ștefania",
    "lastName": "Zăvoianu",
    "cnp": "2850612226101",
    "address": "Str. Țebea nr. 47, bl. C9, ap. 3, Iași",
    "email": "stefania.zavoianu@exemplu.ro",
    "phone": "0744 918 273",
}
LANDLORD = {
    "kind": "organisation",
    "organizationName": "Quorvimex Imobiliare SRL",
    "cui": "RO14399840",
    "registrationNumber": "J22/918/2011",
}
CANARIES = ("Zăvoianu", "Ștefania", "2850612226101", "Țebea", "stefania.zavoianu", "918 273", "Quorvimex", "14399840")
LEASE = """Contract de închiriere

1. Părțile. Între Quorvimex Imobiliare SRL, CUI RO14399840, în calitate de locator, și Zăvoianu Ștefania, CNP
2850612226101, domiciliată în Str. Țebea nr. 47, bl. C9, ap. 3, Iași, în calitate de locatar.

2. Chiria este de 400 EUR pe lună și se plătește până în ziua de 5 a lunii.

3. Locatara Ștefania Zăvoianu răspunde la telefonul 0744 918 273 sau la stefania.zavoianu@exemplu.ro.
"""


def folded(text: str) -> str:
    parts = unicodedata.normalize("NFD", text)
    return "".join(part for part in parts if unicodedata.category(part) != "Mn").lower()


def holding(folder: Path) -> list[str]:
    """The files below the folder that hold a canary, as written or folded, with which."""
    found = []
    for path in sorted(folder.rglob("*")):
        if not path.is_file():
            continue
        text = path.read_bytes().decode("utf-8", "replace")
        plain = folded(text)
        found += [f"{path.name}: {canary}" for canary in CANARIES if canary in text or folded(canary) in plain]
    return found


@pytest.fixture
def files(tmp_path: Path) -> Path:
    """The details of two parties, and a lease between them."""
    folder = tmp_path / "files"
    folder.mkdir()
    (folder / "tenant.json").write_text(json.dumps(TENANT), encoding="utf-8")
    (folder / "landlord.json").write_text(json.dumps(LANDLORD), encoding="utf-8")
    (folder / "Contract Zăvoianu.txt").write_text(LEASE, encoding="utf-8")
    return folder


def opened(shell: Shell, *more: object) -> str:
    made: dict[str, Any] = shell("--json", "case", "create", "Evacuare din locuință", *more).json
    found: str = made["case"]["case_id"]
    return found


def party(shell: Shell, file: Path) -> str:
    added: dict[str, str] = shell("--json", "case", "add-party", file).json
    return added["party_id"]


def call(shell: Shell, tool: str, arguments: dict[str, Any]) -> str:
    """What a call prints, however it ends."""
    ended = shell.any("--json", "tools", "call", tool, "--args", json.dumps(arguments))
    return ended.out + ended.err


@pytest.mark.requirement("case-canaries")
@pytest.mark.parametrize("declared", ["before", "after"])
def test_nothing_kept_or_told_holds_a_name(
    shell: Shell, files: Path, declared: str, caplog: pytest.LogCaptureFixture
) -> None:
    """Two parties, a document with their names, research, notes: then every file and log is searched for them.

    Declared after the document was added, the names go from what was stored by then.
    """
    caplog.set_level(logging.DEBUG)
    case = opened(shell, "--description", "Chiria lunară, locuință în Iași")
    told = []
    tenant, landlord = party(shell, files / "tenant.json"), party(shell, files / "landlord.json")

    def attach() -> None:
        for one, role, called in ((tenant, "pârât", "chiriașul"), (landlord, "reclamant", "proprietarul")):
            told.append(shell("--json", "case", "attach", case, one, "--role", role, "--called", called).out)

    if declared == "before":
        attach()
    ingested = shell("--json", "ingest", case, files / "Contract Zăvoianu.txt").json["documents"][0]
    note = {"facts": [{"fact": "Zăvoianu Ștefania nu a plătit; Ștefaniei i s-a scris la 0744918273"}]}
    if declared == "after":
        attach()
    calls: dict[str, dict[str, Any]] = {
        "update_case_details": {"case_id": case, "updates": note},
        "get_party_id_by_name": {"case_id": case, "mentioned_name": "Zăvoianu"},
        "isaacus_search": {"matter_id": case, "query": "cât plătește Zăvoianu"},
        "get_document_text": {"matter_id": case, "document_id": ingested["document_id"]},
        "list_matter_documents": {"matter_id": case},
        "isaacus_iql": {"matter_id": case, "query": "{chiria de la Zăvoianu}"},
        "add_document": {"matter_id": case, "blob_id": "0" * 64, "filename": "Zăvoianu.pdf"},
    }
    for tool, arguments in calls.items():
        told.append(call(shell, tool, arguments))
    shown = shell("--json", "case", "show", case).json
    told.append(json.dumps(shown, ensure_ascii=False))
    audit = shell("--json", "audit", "show", "--last", 200).out
    told.append(audit)
    assert '"masked":{' in audit.replace(" ", "")
    assert "document.masked" in audit

    assert holding(shell.home) == []
    everything = "\n".join([*told[:-1], caplog.text])
    assert [canary for canary in CANARIES if canary in everything or folded(canary) in folded(everything)] == []
    assert "{{party0.lastName}}" in shown["case_details"]["facts"][0]["fact"]
    revealed = shell("--json", "case", "show", case, "--names").json
    assert "Zăvoianu Ștefania nu a plătit" in revealed["case_details"]["facts"][0]["fact"]
    assert shell("--json", "case", "show-party", tenant).json["details"]["lastName"] == "Zăvoianu"
    assert holding(shell.home) == []


@pytest.mark.requirement("case-canaries", "firewall-former")
@pytest.mark.parametrize("how", ["detached", "renamed"])
def test_case_goes_on_masking_who_left_or_changed(
    shell: Shell, files: Path, how: str, caplog: pytest.LogCaptureFixture
) -> None:
    """What a party was called is said again: in the case file, a search, a look-up and a message it has its alias."""
    caplog.set_level(logging.DEBUG)
    case, told = opened(shell), []
    tenant = party(shell, files / "tenant.json")
    told.append(shell("--json", "case", "attach", case, tenant, "--role", "pârât").out)
    if how == "detached":
        told.append(shell("--json", "case", "detach", case, "party0").out)
    else:
        new = {"firstName": "Corina", "lastName": "Brumaru", "phone": "", "email": "c.brumaru@exemplu.ro"}
        (files / "new.json").write_text(json.dumps(new), encoding="utf-8")
        told.append(shell("--json", "case", "change-party", tenant, files / "new.json").out)

    said = "Zăvoianu Ștefania nu a plătit; i s-a scris la 0744918273 și la stefania.zavoianu@exemplu.ro"
    note = {"case_id": case, "updates": {"facts": [{"fact": said}]}}
    told += [
        call(shell, "update_case_details", note),
        call(shell, "get_party_id_by_name", {"case_id": case, "mentioned_name": "Zăvoianu"}),
        call(shell, "isaacus_search", {"matter_id": case, "query": "cât plătește Ștefania Zăvoianu"}),
        shell.any("--json", "case", "message", case, said).out,
    ]
    shown = shell("--json", "case", "show", case).json
    told += [json.dumps(shown, ensure_ascii=False), shell("--json", "audit", "show", "--last", 200).out]

    assert shown["case_details"]["facts"][0]["fact"] == (
        "{{party0.lastName}} {{party0.firstName}} nu a plătit; i s-a scris la {{party0.phone}} și la {{party0.email}}"
    )
    assert ('"not_found"' if how == "detached" else '"party0"') in told[-5]
    assert '"status":"success"' in told[-3].replace(" ", "")
    assert holding(shell.home) == []
    everything = "\n".join([*told, caplog.text])
    assert [canary for canary in CANARIES if canary in everything or folded(canary) in folded(everything)] == []


@pytest.mark.requirement("case-canaries")
def test_name_declared_later_stands_in_no_query_and_no_approval(shell: Shell, files: Path) -> None:
    """Said in saved queries, reasons and previews before it was declared, it is in no byte of them afterwards.

    A request that waits is void then, by a sentence that says so; one that was decided keeps its decision.
    """
    case = opened(shell)
    pat = ["--as", shell("--json", "users", "add", "pat", "--role", "PARTNER").json["key_file"]]
    shell("matter", "share", case, "pat", "--role", "counsel")
    note = files / "Nota Zăvoianu.txt"
    note.write_text("Nimic de adăugat.", encoding="utf-8")
    added = shell("--json", "ingest", case, note).json["documents"][0]
    query = {"name": "Chiria Zăvoianu", "query": "{chiria de la Zăvoianu}", "description": "Ce plătește Zăvoianu?"}
    for more in ({}, {"name": "Chiria {{party0.lastName}}", "description": "a doua"}):
        shell("tools", "call", "save_query", "--args", json.dumps({**query, **more, "matter_id": case}))
    arguments = json.dumps({"matter_id": case, "document_id": added["document_id"]})
    asked = ("--json", "tools", "call", "delete_document", "--args", arguments, "--why")
    rejected = shell(*asked, "Zăvoianu a cerut, 1", code=3).json["metadata"]["approval_id"]
    shell("approvals", "reject", rejected, "--reason", "nu încă")
    waiting = shell(*asked, "Zăvoianu a cerut, 2", code=3).json["metadata"]["approval_id"]
    assert {one.split(":")[0] for one in holding(shell.home)} >= {"casewright.db"}
    shown = shell("--json", "approvals", "show", waiting).json
    assert "Zăvoianu" in shown["preview"]

    shell("case", "attach", case, party(shell, files / "tenant.json"), "--role", "pârât")

    assert holding(shell.home) == []
    after = shell("--json", "approvals", "show", waiting).json
    assert (after["state"], after["why"]) == ("expired", "{{party0.lastName}} a cerut, 2")
    assert "Nota {{party0.lastName}}.txt' for good" in after["preview"]
    assert after["arguments"] == shown["arguments"]
    assert shell("--json", "approvals", "show", rejected).json["state"] == "rejected"
    assert "is expired already" in shell(*pat, "approvals", "approve", waiting, code=3).err
    anew = shell(*asked, "din nou", code=3).json["metadata"]["approval_id"]
    assert anew not in (rejected, waiting)
    saved = {one["name"]: one for one in shell("--json", "queries", "list").json["queries"]}
    assert set(saved) == {"Chiria {{party0.lastName}}", "Chiria {{party0.lastName}} (2)"}
    assert {one["query"] for one in saved.values()} == {r"{chiria de la \{\{party0.lastName\}\}}"}
    assert saved["Chiria {{party0.lastName}} (2)"]["description"] == "Ce plătește {{party0.lastName}}?"
    assert shell(*pat, "approvals", "approve", anew).code == 0


@pytest.mark.requirement("case-canaries")
def test_original_comes_back_to_a_person(shell: Shell, files: Path, tmp_path: Path) -> None:
    """A document's bytes come out of the vault as they went in, to a new file of their own."""
    case = opened(shell)
    ingested = shell("--json", "ingest", case, files / "Contract Zăvoianu.txt").json["documents"][0]
    out = tmp_path / "original.txt"

    shell("case", "original", case, ingested["document_id"], "--out", out)

    assert out.read_bytes() == (files / "Contract Zăvoianu.txt").read_bytes()
    assert out.stat().st_mode & 0o077 == 0
    assert "--force" in shell("case", "original", case, ingested["document_id"], "--out", out, code=2).err
    assert "not found" in shell("case", "original", case, case, "--out", tmp_path / "other", code=2).err
