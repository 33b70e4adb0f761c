"""``casewright documents changes``: who changed and said what in a Word document, and which version was read."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from casewright.cli.exit_codes import INVALID
from tests.canaries import PERSON, leaks_in
from tests.unit.adapters.ingest.word_files import word, word_parts

if TYPE_CHECKING:
    from pathlib import Path

    from tests.e2e.conftest import Shell

ANN = 'w:author="Ann Alder" w:date="2024-03-01T10:00:00Z"'
BOB = 'w:author="Bob Birch" w:date="2024-03-02T11:30:00Z"'
NUMBERED = '<w:pPr><w:numPr><w:ilvl w:val="0"/><w:numId w:val="901"/></w:numPr>{}</w:pPr>'


def run(text: str) -> str:
    return f'<w:r><w:t xml:space="preserve">{text}</w:t></w:r>'


def deleted(text: str, who: str = ANN) -> str:
    return f'<w:del w:id="1" {who}><w:r><w:delText xml:space="preserve">{text}</w:delText></w:r></w:del>'


def inserted(text: str, who: str = ANN) -> str:
    return f'<w:ins w:id="2" {who}>{run(text)}</w:ins>'


def paragraph(*content: str, mark: str = "") -> str:
    return f"<w:p>{NUMBERED.format(f'<w:rPr>{mark}</w:rPr>')}{''.join(content)}</w:p>"


def redlined() -> bytes:
    """A lease with an amended rent, a struck clause and a question."""
    asked = '<w:commentRangeStart w:id="5"/>' + run("the deposit") + '<w:commentRangeEnd w:id="5"/>'
    said = '<w:r><w:commentReference w:id="5"/></w:r>'
    return word_parts(
        paragraph(run("The tenant pays "), deleted("900"), inserted("950", BOB), run(" euros a month, in advance."))
        + paragraph(deleted("The landlord paints the flat."), mark=f'<w:del w:id="3" {ANN}/>')
        + paragraph(run("The tenant pays "), asked, said, run(" before moving in.")),
        comments=f'<w:comment w:id="5" {BOB}><w:p>{run("Three months?")}</w:p></w:comment>',
    )


@pytest.fixture
def lease(shell: Shell, tmp_path: Path) -> str:
    """A matter with the lease and two files that have no changes."""
    (tmp_path / "lease.docx").write_bytes(redlined())
    (tmp_path / "plain.docx").write_bytes(word("The tenant pays."))
    (tmp_path / "note.txt").write_text("The tenant pays.")
    matter = shell.matter()
    told = shell("ingest", matter, *(tmp_path / name for name in ("lease.docx", "plain.docx", "note.txt")))
    assert "read with its 3 tracked changes accepted; 1 comment" in told.out
    return matter


@pytest.mark.requirement("documents-changes-told")
def test_version_read_is_said(shell: Shell, lease: str) -> None:
    """The text is the one with all changes accepted; ``show`` says so, in JSON too, where there are any."""
    told = shell("documents", "show", lease, "lease.docx").out
    assert "read with its 3 tracked changes accepted; 1 comment: casewright documents changes" in told
    assert "1. The tenant pays 950 euros a month, in advance." in told
    assert "2. The tenant pays the deposit before moving in." in told
    assert "paints" not in told
    found = shell("--json", "documents", "show", lease, "lease.docx").json
    assert found["tracked"] == {"version": "all changes accepted", "changes": 3, "comments": 1}
    assert shell("--json", "documents", "show", lease, "plain.docx").json["tracked"] is None
    assert "tracked" not in shell("documents", "show", lease, "plain.docx").out


@pytest.mark.requirement("documents-changes-kept", "documents-changes-told")
def test_changes_say_who_when_what_and_where(shell: Shell, lease: str) -> None:
    """Each change and comment stands at its place of the text that ``show`` prints."""
    found = shell("--json", "documents", "changes", lease, "lease.docx").json
    text = shell("--json", "documents", "show", lease, "lease.docx").json["text"]

    assert found["version"] == "all changes accepted"
    assert found["counts"] == {"insertions": 1, "deletions": 2, "moves": 0, "comments": 1, "replies": 0}
    assert found["authors"] == [
        {"author": "Ann Alder", "changes": 2, "comments": 0},
        {"author": "Bob Birch", "changes": 1, "comments": 1},
    ]
    rent, new, struck, asked = found["tracked"]
    assert (rent["kind"], rent["author"], rent["at"]) == ("deletion", "Ann Alder", "2024-03-01T10:00:00+00:00")
    assert (rent["text"], rent["place"]["before"]) == ("900", "1. The tenant pays ")
    assert (new["text"], new["place"]["after"]) == ("950", " euros a month, in advance.")
    assert text[new["place"]["start"] : new["place"]["end"]] == "950"
    assert new["place"]["section"] == "1"
    assert (struck["text"], struck["place"]["start"]) == (
        "The landlord paints the flat.\n",
        text.index("The tenant pays the"),
    )
    assert (asked["text"], asked["quote"], asked["place"]["section"]) == ("Three months?", "the deposit", "2")

    lines = shell("documents", "changes", lease, "lease.docx").out
    assert "The version read is the one with all changes accepted: 1 insertion, 2 deletions, 1 comment." in lines
    assert "deletion   2024-03-01 10:00  Ann Alder" in lines
    assert "…1. The tenant pays [- 900]950 euros a month" in lines
    assert "on: the deposit" in lines


@pytest.mark.requirement("documents-changes-told")
def test_some_are_asked_for_and_some_are_shown(shell: Shell, lease: str) -> None:
    """Kinds and authors narrow the list; what does not fit is told, with where to go on."""
    asked = ("--json", "documents", "changes", lease, "lease.docx")
    of_bob = shell(*asked, "--author", "birch").json
    assert [one["kind"] for one in of_bob["tracked"]] == ["insertion", "comment"]
    assert [one["text"] for one in shell(*asked, "--kind", "comment", "--kind", "insertion").json["tracked"]] == [
        *("950", "Three months?")
    ]
    first = shell(*asked, "--limit", 3).json
    assert (len(first["tracked"]), first["total"], first["next_first"]) == (3, 4, 3)
    assert "3 of 4 are shown: --first 3 shows more." in shell(*asked[1:], "--limit", 3).out
    rest = shell(*asked, "--first", 3).json
    assert (len(rest["tracked"]), rest["next_first"]) == (1, None)
    assert "by this author" in shell(*asked[1:], "--author", "Zoe").out
    assert "'kinds.0'" in shell(*asked[1:], "--kind", "colour", code=INVALID).err


@pytest.mark.requirement("documents-changes-told")
def test_none_and_unknown_are_told_apart(shell: Shell, lease: str) -> None:
    """A document without changes has none; another format has no such thing."""
    plain = shell("--json", "documents", "changes", lease, "plain.docx").json
    assert (plain["version"], plain["tracked"]) == ("all changes accepted", [])
    assert plain["message"] == "The document has no tracked changes and no comments."
    text = shell("--json", "documents", "changes", lease, "note.txt").json
    assert (text["version"], text["tracked"]) == (None, [])
    assert "note.txt' is no Word document (DOCX)" in text["message"]
    assert "no document" in shell("documents", "changes", lease, "other.docx", code=INVALID).err


@pytest.mark.requirement("documents-changes-masked")
def test_case_keeps_no_name_of_whoever_changed_or_was_struck(shell: Shell, tmp_path: Path) -> None:
    """In a case authors are numbered, and deleted words and comments masked as the text is, also later on."""
    first, last = PERSON["firstName"], PERSON["lastName"]
    whose = f'w:author="{first} {last}" w:date="2024-03-01T10:00:00Z"'
    said = run(f"Sunați pe {first} {last} la {PERSON['email']}.")
    data = word_parts(
        paragraph(run(f"Chiria o plătește domnul {first} "), deleted(f"{last} ", whose), inserted(f"{last}", whose))
        + paragraph(deleted(f"Telefon {PERSON['phone']}, CNP {PERSON['cnp']}.", 'w:author="zqvo"'), run("Rest."))
        + paragraph('<w:r><w:commentReference w:id="5"/></w:r>', run("Tot.")),
        comments=f'<w:comment w:id="5" {whose}><w:p>{said}</w:p></w:comment>',
    )
    file = tmp_path / "act.docx"
    file.write_bytes(data)
    case = shell("--json", "case", "create", "Chirie").json["case"]["case_id"]

    shell("ingest", case, file)

    file.unlink()
    found = shell("--json", "documents", "changes", case, "act.docx").json
    assert {one["author"] for one in found["tracked"]} == {"{{person_1}}", "author 1"}
    assert "qv" not in json.dumps(found, ensure_ascii=False).lower()
    assert "{{person_" in json.dumps(found["tracked"])
    assert list(leaks_in(shell.home)) == []
