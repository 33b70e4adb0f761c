"""The command line end to end: what each command prints, as text and as JSON, and what bad input gets."""

from __future__ import annotations

import os
import subprocess
from typing import TYPE_CHECKING

import jsonschema
import orjson
import pytest

from casewright.toolbox.queries.isaacus_iql import IsaacusIQLOutput
from tests.unit.adapters.ingest.sheet_files import workbook

if TYPE_CHECKING:
    from pathlib import Path

    from tests.e2e.conftest import Shell

LAW = "{IS governing law clause}"


@pytest.mark.requirement("cli-iql")
def test_iql_over_a_folder(shell: Shell, contracts: Path) -> None:
    """A folder is asked without a matter: the clause is shown with score, band, place and quote."""
    shown = shell("iql", LAW, contracts).out
    assert "lease.txt" in shown
    assert "§ 2" in shown
    assert "“2. Governing law This lease is governed by" in shown
    assert "strong" in shown
    assert "1 match in 1 of 1 document" in shown
    assert "1 document could not be asked, see above." in shown
    assert "empty.txt" in shown


@pytest.mark.requirement("cli-json")
def test_iql_json_is_exactly_the_tools_output(shell: Shell, contracts: Path) -> None:
    """With --json standard output is one document that fits the tool's own schema; offsets slice the file itself."""
    found = shell("--json", "iql", LAW, contracts / "lease.txt").json
    jsonschema.validate(found, IsaacusIQLOutput.model_json_schema())
    match = found["document_results"][0]["matches"][0]
    text = (contracts / "lease.txt").read_text()
    assert text[match["start_index"] : match["end_index"]] == match["text"]
    assert found["document_results"][0]["filename"] == "lease.txt"


@pytest.mark.requirement("cli-scratch")
def test_second_time_adds_nothing(shell: Shell, contracts: Path) -> None:
    """The second query over the same files finds them by name and content: no add_document, one isaacus_iql call."""
    first = shell("--json", "iql", LAW, contracts).json
    before = shell("--json", "audit", "show", "--last", 1).json["total_count"]
    second = shell("--json", "iql", LAW, contracts).json
    assert second == first
    events = shell("--json", "audit", "show", "--last", 1000).json["events"]
    later = [event["tool_name"] for event in events if event["seq"] > before and event["phase"] == "intent"]
    assert later == ["list_matters", "find_documents", "isaacus_iql", "read_audit"]


def test_same_content_under_another_name_keeps_its_name(shell: Shell, contracts: Path) -> None:
    """A copy of a file that was asked before is shown under its own name."""
    shell("iql", LAW, contracts / "lease.txt")
    copy = contracts / "copy.txt"
    copy.write_bytes((contracts / "lease.txt").read_bytes())
    found = shell("--json", "iql", LAW, copy).json
    assert [one["filename"] for one in found["document_results"]] == ["copy.txt"]


def test_top_limits_what_is_listed(shell: Shell, contracts: Path) -> None:
    """--top limits the listed clauses; the counts cover all."""
    shown = shell("iql", "{IS clause}", contracts / "lease.txt", "--top", 1).out
    assert shown.count("“") == 1
    assert "more (" in shown


def test_check_only_parses(shell: Shell) -> None:
    """--check shows the tree and the statements, and makes no home."""
    shown = shell("iql", "--check", "{IS indemnity clause} AND NOT {IS liability cap clause}").out
    assert "NOT" in shown
    assert "This is an indemnity clause." in shown
    assert not shell.home.exists()
    document = shell("iql", "--check", "--json", "{x}").json
    assert document["statements"] == ["x"]


@pytest.mark.requirement("cli-matter")
def test_matter_ingest_ask(shell: Shell, contracts: Path) -> None:
    """A matter is created, filled and asked; JSON has the documented shape."""
    matter = shell.matter("Alpha")
    documents = shell("--json", "ingest", matter, contracts, code=4).json["documents"]
    by_name = {document["filename"]: document for document in documents}
    assert set(by_name) == {"lease.txt", "empty.txt", "picture.png"}
    assert {"document_id", "filename", "status", "characters", "chunks", "error"} <= set(by_name["lease.txt"])
    assert by_name["lease.txt"]["status"] == "ready"
    assert by_name["empty.txt"]["status"] == "error"
    assert "empty" in by_name["empty.txt"]["error"]
    found = shell("--json", "iql", LAW, "--matter", matter, "--document", by_name["lease.txt"]["document_id"]).json
    assert found["total_matches"] == 1


@pytest.mark.requirement("documents-workbooks", "documents-mail")
def test_folder_of_a_data_room_is_taken_in(shell: Shell, tmp_path: Path) -> None:
    """Workbooks, tables and mail of a folder become documents that are found by their cells; others say why not."""
    room = tmp_path / "room"
    room.mkdir()
    (room / "arr.xlsx").write_bytes(workbook({"ARR": [["Customer", "Plan"], ["Northwind Traders", "Enterprise"]]}))
    (room / "model.xlsx").write_bytes(workbook({"Model": [["Total", {"formula": "=1+1"}]]}))
    (room / "customers.csv").write_text("Customer,City\nZephyr,Cluj\n")
    (room / "note.eml").write_text("From: a@example.com\nSubject: Runway\n\nThe runway is nineteen months.\n")
    (room / "photo.heic").write_bytes(b"x")
    matter = shell.matter("Deal")

    documents = shell("--json", "ingest", matter, room, code=4).json["documents"]

    states = {one["filename"]: (one["status"], one["error"] or "") for one in documents}
    assert set(states) == {"arr.xlsx", "model.xlsx", "customers.csv", "note.eml", "photo.heic"}
    assert [name for name, (status, _) in states.items() if status == "error"] == ["model.xlsx", "photo.heic"]
    assert "the first is B1 of sheet 1; 1 in all" in states["model.xlsx"][1]
    arguments = orjson.dumps({"matter_id": matter, "query": "Northwind Traders"}).decode()
    found = shell("--json", "tools", "call", "isaacus_search", "--args", arguments).out
    assert "Northwind Traders\\tEnterprise" in found


@pytest.mark.requirement("documents-once")
def test_same_file_twice_is_said(shell: Shell, contracts: Path) -> None:
    """Ingesting a file again says that the matter has it already."""
    matter = shell.matter()
    shell("ingest", matter, contracts / "lease.txt")
    assert "already in the matter" in shell("ingest", matter, contracts / "lease.txt").out


def test_matter_list_when_empty(shell: Shell) -> None:
    """An empty list says what to do."""
    assert "There are no matters yet. Create one" in shell("matter", "list").out


def test_templates_and_tools_are_listed(shell: Shell) -> None:
    """templates shows the 27 templates, tools the tools with their levels, show one tool's schema."""
    assert len(shell("--json", "templates").json["templates"]) == 27
    assert '{IS clause obligating "<party>"}' in shell("templates").out
    tools = shell("--json", "tools", "list").json["tools"]
    assert {"create_matter", "list_matters", "add_document", "list_matter_documents"} <= {one["name"] for one in tools}
    shown = shell("--json", "tools", "show", "isaacus_iql").json
    assert shown["input_schema"]["required"] == ["matter_id", "query"]


def test_tool_called_by_hand(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    """tools call runs one tool and prints its result, its status and its place in the audit."""
    result = shell("--json", "tools", "call", "create_matter", "--args", '{"title": "By hand"}').json
    assert (result["status"], result["structured"]["title"]) == ("success", "By hand")
    assert result["metadata"]["audit_seq"] == 2
    refused = shell("--json", "tools", "call", "create_matter", "--args", "{}", code=2).json
    assert (refused["status"], refused["content"]) == ("invalid_arguments", "Required parameter 'title' missing")


BAD: dict[str, tuple[list[str], int, str]] = {
    "syntax": (["iql", "{IS governing law clause", "."], 2, "line 1, column"),
    "syntax in check": (["iql", "--check", "{a} and {b}"], 2, "AND"),
    "no source": (["iql", "{x}"], 2, "Which documents?"),
    "two sources": (["iql", "{x}", ".", "--matter", "m"], 2, "not both"),
    "document without matter": (["iql", "{x}", ".", "--document", "d"], 2, "give --matter too"),
    "threshold": (["iql", "{x}", ".", "--threshold", "1.5"], 2, "--threshold is 1.5: give a number from 0 to 1"),
    "threshold word": (
        ["iql", "{x}", ".", "--threshold", "high"],
        2,
        "--threshold is high: give a number from 0 to 1, or",
    ),
    "model": (["iql", "{x}", "LEASE", "--model", "gpt"], 2, "Unknown model 'gpt'"),
    "path": (["iql", "{x}", "no/such/file.txt"], 2, "There is no file or folder 'no/such/file.txt'"),
    "empty folder": (["iql", "{x}", "EMPTY"], 2, "has no file that can be read: known are"),
    "unknown matter": (["iql", "{x}", "--matter", "00000000-0000-4000-8000-000000000000"], 2, "not found"),
    "matter id": (["iql", "{x}", "--matter", "M-1"], 2, "There is no matter 'M-1'"),
    "ingest into nothing": (["ingest", "00000000-0000-4000-8000-000000000000", "LEASE"], 2, "not found"),
    "tool": (["tools", "show", "nothing"], 2, "There is no tool 'nothing'"),
    "unknown tool": (["tools", "call", "nothing"], 2, "Unknown tool: nothing"),
    "args": (["tools", "call", "list_matters", "--args", "{"], 2, "--args is not valid JSON at line 1, column"),
    "args list": (["tools", "call", "list_matters", "--args", "[]"], 2, "--args must be a JSON object"),
    "command": (["nothing"], 2, "No such command"),
    "empty path": (["iql", "{x}", ""], 2, "A path is empty: write ."),
    "empty home": (["matter", "list", "--home", ""], 2, "--home is empty"),
    "head alone": (["audit", "verify", "--expect-head", "ab"], 2, "go together"),
    "head": (["audit", "verify", "--expect-head", "ab", "--expect-count", "1"], 2, "a head is 64 hexadecimal digits"),
    "checkpoint missing": (["audit", "verify", "--checkpoint", "no/such.json"], 2, "no/such.json"),
    "no checkpoint": (["audit", "verify", "--checkpoint", "LEASE"], 2, "holds no checkpoint"),
    "export after the end": (["audit", "export", "--after", "5", "--out", "FREE"], 2, "no events after number 5"),
    "export after less": (["audit", "export", "--after", "-1"], 2, "--after"),
    "nothing to verify": (["audit", "verify"], 5, "nothing to verify"),
}


@pytest.mark.requirement("cli-bad-input")
@pytest.mark.parametrize("json", [False, True])
@pytest.mark.parametrize("case", BAD)
def test_bad_input(shell: Shell, contracts: Path, tmp_path: Path, case: str, json: bool) -> None:
    """Bad input gets a sentence that names the thing and the remedy, and the documented exit code; JSON stays JSON."""
    arguments, code, message = BAD[case]
    (tmp_path / "nothing-here").mkdir()
    names = {
        "LEASE": str(contracts / "lease.txt"),
        "EMPTY": str(tmp_path / "nothing-here"),
        "FREE": str(tmp_path / "a.zip"),
    }
    ended = shell(*(["--json"] if json else []), *[names.get(word, word) for word in arguments], code=code)
    said = " ".join((ended.out + ended.err).replace("│", " ").split())
    assert message in said or json
    if json:
        assert isinstance(orjson.loads(ended.out), dict)


@pytest.mark.parametrize("arguments", [["matter", "list", "--json"], ["--json", "matter", "list"]])
def test_global_options_stand_anywhere(shell: Shell, arguments: list[str]) -> None:
    """--json may stand before or after the command."""
    assert shell(*arguments).json["total_count"] == 0


def test_unreadable_files_only(shell: Shell, contracts: Path) -> None:
    """Where no file could be read the command ends with 4, and each file says why."""
    ended = shell("ingest", shell.matter(), contracts / "picture.png", code=4)
    assert "picture.png" in ended.out
    assert "0 ready" in ended.out


@pytest.mark.requirement("cli-bad-input")
def test_file_name_that_is_no_text(shell: Shell, contracts: Path) -> None:
    """A file whose name is no UTF-8, or would forge a line, is read like the others and shown on one line."""
    lease = (contracts / "lease.txt").read_bytes()
    (contracts / os.fsdecode(b"bad\xff.txt")).write_bytes(lease + b"\n4. Costs\nEach party bears its own costs.\n")
    (contracts / "x\n\x1b[31my.txt").write_bytes(lease + b"\n4. Term\nThis lease runs for ten years.\n")
    assert shell("--json", "iql", LAW, contracts).json["total_matches"] == 3
    shown = shell("ingest", shell.matter(), contracts, code=4).out
    assert "bad\N{REPLACEMENT CHARACTER}.txt" in shown
    assert "\x1b" not in shown
    assert "3 ready" in shown


def test_nothing_could_be_asked(shell: Shell, contracts: Path) -> None:
    """Where no document could be asked the command says so and ends with 2: silence is no negative answer."""
    assert "No document could be asked" in shell("iql", LAW, contracts / "empty.txt", code=2).out


def test_document_cannot_steer_the_terminal(shell: Shell, tmp_path: Path) -> None:
    """Marks that turn the direction of text do not reach the terminal from a document."""
    hostile = tmp_path / "hostile.txt"
    hostile.write_text("1. Governing law\nThis lease is governed by the laws of England \u202eand Wales.\n")
    shown = shell("iql", LAW, hostile).out
    assert r"England \u202eand Wales" in shown
    assert "\u202e" not in shown


def test_terminal_that_cannot_show_a_sign(shell: Shell) -> None:
    """Output in a narrow encoding replaces what it cannot show and ends well."""
    shown = shell.process("templates", env={**os.environ, "PYTHONIOENCODING": "ascii"}).out
    assert "{IS governing law clause}" in shown
    bars = shell.process("iql", "--check", "{ünïcode}", env={**os.environ, "PYTHONIOENCODING": "ascii"}).out
    assert "?n?code" in bars


def test_reader_that_goes_away(shell: Shell) -> None:
    """Whoever stops reading our output is no failure of ours."""
    reading, writing = os.pipe()
    os.close(reading)
    with os.fdopen(writing, "wb") as gone:
        done = subprocess.run(
            shell.command("templates"), stdout=gone, stderr=subprocess.PIPE, text=True, timeout=60, check=False
        )
    assert (done.returncode, "Traceback" in done.stderr) == (0, False)
