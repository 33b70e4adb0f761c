"""A matter that is deleted leaves nothing but what the audit recorded of it, and nothing of another goes with it."""

from __future__ import annotations

import json
import sqlite3
from hashlib import sha256
from typing import TYPE_CHECKING

import pytest

from casewright.adapters.database.matter_rows import BY_NAME, KEPT, SHARED
from casewright.adapters.database.schema import load_schema

if TYPE_CHECKING:
    from pathlib import Path

    from tests.e2e.conftest import Shell

pytestmark = pytest.mark.requirement("matter-deleted")
SECRET, SHARED_TEXT = "Zephyrine Quartermain", "Hollowbrook Vexley"
NAMED = {"matter_id", "deal_id", "case_id"}
UNASKED = "Ozymandias Thistlewood"
"""Words that no call ever had in its arguments: not even the audit has them."""
PARTY = {"kind": "individual", "firstName": "Ștefania", "lastName": "Zăvoianu", "cnp": "2850612226101"}
OTHER = {"kind": "individual", "firstName": "Filofteia", "lastName": "Vârtosu", "email": "f.vartosu@exemplu.ro"}


def rows_with(home: Path, texts: list[str]) -> dict[str, int]:
    """How many rows of each table hold one of the texts, in any column."""
    found: dict[str, int] = {}
    connection = sqlite3.connect(home / "casewright.db")
    tables = [name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
    for table in tables:
        if table.startswith(("chunk_words_index", "sqlite_")):
            continue
        for row in connection.execute(f'SELECT * FROM "{table}"'):
            held = b"\0".join(one if isinstance(one, bytes) else str(one).encode() for one in row)
            if any(text.encode() in held for text in texts):
                found[table] = found.get(table, 0) + 1
    connection.close()
    return found


def originals(home: Path) -> set[str]:
    """The ids of the originals that are kept."""
    return {path.name for path in (home / "blobs").rglob("*") if path.is_file()}


def second(shell: Shell, *matters: str) -> list[str]:
    """A partner who takes part in these matters."""
    key = shell("--json", "users", "add", "pat", "--role", "PARTNER").json["key_file"]
    for matter in matters:
        shell("matter", "share", matter, "pat", "--role", "counsel")
    return ["--as", key]


def approved(shell: Shell, pat: list[str], matter: str) -> dict[str, object]:
    """The deletion of the matter, asked for and approved; its result."""
    shell("matter", "delete", matter, "--why", f"{SECRET} asked for it", code=3)
    [request] = shell("--json", "approvals", "list").json["approvals"]
    done: dict[str, object] = shell(*pat, "--json", "approvals", "approve", request["approval_id"]).json["structured"]
    return done


def test_every_table_says_what_becomes_of_it() -> None:
    """A table that is added has to be found by its column, or named: removed, shared, or kept with a reason."""
    unnamed = [table for table in load_schema().tables.values() if not NAMED & set(table.c.keys())]
    assert [table.name for table in unnamed if table.name not in BY_NAME | SHARED | KEPT] == []
    assert {*load_schema().tables} >= BY_NAME | SHARED | KEPT


def test_deleted_matter_is_gone(shell: Shell, tmp_path: Path) -> None:
    """Rows, originals, scores, conversations and kept results; the audit holds, and the other matter is as it was."""
    ours, theirs = shell.matter("Alpha"), shell.matter("Beta")
    own, common = tmp_path / "own.txt", tmp_path / "common.txt"
    own.write_text(f"{SECRET} pays the rent, says {UNASKED}. This Agreement is governed by the laws of England.\n")
    common.write_text(f"{SHARED_TEXT} keeps it secret. The Parties submit to the courts of Ghent.\n")
    shell("ingest", ours, own, common)
    shell("ingest", theirs, common)
    for matter in (ours, theirs):
        shell("iql", "{IS governing law clause}", "--matter", matter)
        shell("ask", matter, f"Who is {SECRET}?" if matter == ours else "Which courts?")
    shell("queries", "save", "mine", f'{{IS clause that "mentions {SECRET}"}}', "--matter", ours)
    key = json.dumps({"matter_id": ours, "filename": own.name})
    shell("tools", "call", "get_document_text", "--key", "kept", "--args", key)
    before = shell("--json", "iql", "{IS governing law clause}", "--matter", theirs).json
    pat = second(shell, ours, theirs)

    gone = approved(shell, pat, "Alpha")

    assert (gone["documents"], gone["originals"]) == (2, 1)
    assert gone["threads"] == 1
    digests = {path.name: sha256(path.read_bytes()).hexdigest() for path in (own, common)}
    assert originals(shell.home) == {digests["common.txt"]}
    assert set(rows_with(shell.home, [SECRET])) <= {"audit_events"}
    assert set(rows_with(shell.home, [ours])) <= {"audit_events", "approvals", "call_journal"}
    assert rows_with(shell.home, [SHARED_TEXT])
    left = [
        path.name for path in shell.home.rglob("*") if path.is_file() and "Thistlewood" in path.read_text("latin-1")
    ]
    assert left == []
    assert [one["title"] for one in shell("--json", "matter", "list").json["matters"]] == ["Beta"]
    assert shell("--json", "iql", "{IS governing law clause}", "--matter", theirs).json == before
    assert shell("threads", "list", "Beta").out
    assert shell("--json", "audit", "verify").json["verified"]
    assert shell("--json", "audit", "show", "--tool", "delete_matter").json["events"][-1]["result_status"] == "SUCCESS"
    assert shell("calls", "unresolved").out == "Every call that was begun has its outcome.\n"
    assert shell("--json", "matter", "create", "Gamma").json["number"].endswith("-003")
    assert "not found" in shell("matter", "delete", ours, code=2).err


def test_deal_is_gone_with_its_debate(shell: Shell, deal: str) -> None:
    """Claims, evidence, defects, gates, calculations and the debate's steps."""
    shell("deal", "extract", deal)
    shell.any("debate", "run", deal, "--quiet")
    assert shell("--json", "debate", "list", deal).json["debates"]
    pat = second(shell, deal)
    gone = approved(shell, pat, deal)
    assert gone["threads"] == 1
    assert set(rows_with(shell.home, [deal])) <= {"audit_events", "approvals", "call_journal"}
    connection = sqlite3.connect(shell.home / "checkpoints.db")
    assert connection.execute("SELECT count(*) FROM checkpoints").fetchone() == (0,)
    connection.close()


def test_open_case_stays_and_a_closed_one_goes_with_what_is_its_alone(shell: Shell, tmp_path: Path) -> None:
    """Originals and persons in the vault go, and a party that is in no other case; one that is stays."""
    first, other = (shell("--json", "case", "create", title).json["case"]["case_id"] for title in ("Unu", "Doi"))
    parties = []
    for number, details in enumerate((PARTY, OTHER)):
        file = tmp_path / f"{number}.json"
        file.write_text(json.dumps(details), encoding="utf-8")
        parties.append(shell("--json", "case", "add-party", file).json["party_id"])
    for party in parties:
        shell("case", "attach", first, party, "--role", "reclamant")
    shell("case", "attach", other, parties[1], "--role", "pârât")
    letter = tmp_path / "letter.txt"
    letter.write_text("Zăvoianu Ștefania și Quorvimex Petrache, au semnat.\n", encoding="utf-8")
    shell("ingest", first, letter)
    assert "is an open case" in shell("matter", "delete", first, code=3).err
    assert shell("approvals", "list", "--all").out == "No call waits for approval.\n"
    shell("case", "close", first)
    pat = second(shell, first, other)

    gone = approved(shell, pat, first)

    assert (gone["parties"], gone["documents"]) == (1, 1)
    assert [one["party_id"] for one in shell("--json", "case", "parties").json["parties"]] == [parties[1]]
    assert "Vârtosu" in shell("case", "show-party", parties[1]).out
    connection = sqlite3.connect(shell.home / "casewright.db")
    places = [place for (place,) in connection.execute("SELECT place FROM vault_values")]
    connection.close()
    assert places == [f"party/{parties[1]}"]
    assert set(rows_with(shell.home, [first])) <= {"audit_events", "approvals", "call_journal"}
