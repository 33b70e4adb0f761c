"""Every file of a folder, an archive or an e-mail ends in a state that is seen."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.unit.adapters.ingest.containers import archive, encrypted, mail
from tests.unit.adapters.ingest.pdf_files import pdf
from tests.unit.adapters.ingest.word_files import word

if TYPE_CHECKING:
    from pathlib import Path

    from tests.e2e.conftest import Shell

LAW = "1. Law. English law governs this agreement."
NEEDS_OCR, NOT_SUPPORTED, TOO_LARGE = "needs OCR", "not supported", "too large"


def room(folder: Path) -> Path:
    """A folder with a file in every state, and an archive with a mail with an attachment in it."""
    files = {
        "lease.txt": LAW.encode(),
        "deed.docx": word("1. Term. Two years."),
        "scan.pdf": pdf([], []),
        "letters/old.doc": b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(600),
        "letters/secret.docx": b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + "EncryptedPackage".encode("utf-16-le"),
        "letters/torn.pdf": b"%PDF-1.7\nnothing of it is left\n",
        "letters/copy.txt": LAW.encode(),
        "locked.zip": encrypted(archive({"plan.pdf": b"x"})),
        "bundle.zip": archive(
            {
                "in/offer.eml": mail("Offer", "See there.", annex__pdf=pdf(["1. Price. EUR 5."])).as_bytes(),
                "bomb.txt": b"0" * 60_000_000,
                "__MACOSX/._x": b"x",
            }
        ),
        ".DS_Store": b"x",
    }
    for name, data in files.items():
        path = folder / "room" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
    return folder / "room"


STATES = {
    "lease.txt": "whole",
    "deed.docx": "whole",
    "scan.pdf": NEEDS_OCR,
    "letters/old.doc": NOT_SUPPORTED,
    "letters/secret.docx": "password",
    "letters/torn.pdf": "damaged",
    "letters/copy.txt": "whole",
    "locked.zip/plan.pdf": "password",
    "bundle.zip/in/offer.eml": "whole",
    "bundle.zip/in/offer.eml/annex.pdf": "whole",
    "bundle.zip/bomb.txt": TOO_LARGE,
}


@pytest.mark.requirement("documents-visible-states", "documents-archives", "documents-named-by-path")
def test_every_file_ends_in_a_visible_state(shell: Shell, tmp_path: Path) -> None:
    """Each file is a document with its path and state, or skipped with a reason; what is not whole makes the code 4."""
    matter = shell.matter()
    ended = shell("--json", "ingest", matter, room(tmp_path), code=4).json
    found = {one["given"]: one for one in ended["documents"]}
    assert {name: one["reading"]["state"] for name, one in found.items()} == STATES
    for one in found.values():
        is_whole = one["reading"]["state"] == "whole"
        assert (one["status"] == "ready", one["error"] is None) == (is_whole, is_whole)
        assert is_whole == (one["reading"]["reason"] is None) == (one["reading"]["remedy"] is None)
    copied = found["letters/copy.txt"]
    assert (copied["duplicate"], copied["filename"]) == (True, "lease.txt")
    assert ended["states"] == {
        "whole": 5, NEEDS_OCR: 1, NOT_SUPPORTED: 1, "password": 2, "damaged": 1, TOO_LARGE: 1
    }  # fmt: skip
    assert ended["opened"] == [{"filename": "bundle.zip", "files": 2}]
    assert {one["path"] for one in ended["skipped"]} == {".DS_Store", "bundle.zip/__MACOSX/._x"}

    listed = shell("--json", "tools", "call", "list_matter_documents", "--args", f'{{"matter_id": "{matter}"}}').json
    stored = {one["filename"]: one["reading"]["state"] for one in listed["structured"]["documents"]}
    assert stored == {name: state for name, state in STATES.items() if name != "letters/copy.txt"}
    shown = shell("documents", "list", matter).out
    assert "letters/old.doc  [not supported]" in shown
    assert str(tmp_path) not in shown


@pytest.mark.requirement("documents-visible-states")
def test_states_are_told_to_a_person(shell: Shell, tmp_path: Path) -> None:
    """What was not read whole stands at the end with its reason and the way out, and the last line counts."""
    said = shell("ingest", shell.matter(), room(tmp_path), code=4).out
    assert "letters/copy.txt  43 characters, 1 clauses  (already in the matter, as lease.txt)" in said
    assert "  scan.pdf  [needs OCR]\n    has no text layer" in said
    assert "→ open it in Word or LibreOffice, save it as a Word document (.docx) and add that" in said
    assert "2 skipped as no documents: .DS_Store, bundle.zip/__MACOSX/._x" in said
    summary = " ".join(said[said.index("5 ready") :].split())
    assert summary.startswith(
        "5 ready (1 of them known before), 6 not readable, 2 skipped: 5 whole, 1 needs OCR, 1 not"
    )


@pytest.mark.requirement("documents-visible-states")
def test_code_says_whether_all_was_read(shell: Shell, tmp_path: Path) -> None:
    """0 where all was whole, hidden files aside; 4 where one file of two was not; 2 where there is no file."""
    matter = shell.matter()
    (tmp_path / "good").mkdir()
    (tmp_path / "good" / "lease.txt").write_text(LAW)
    (tmp_path / "good" / ".hidden").write_text("x")
    assert shell("--json", "ingest", matter, tmp_path / "good").json["states"] == {"whole": 1}
    (tmp_path / "bad.doc").write_bytes(b"x")
    shell("ingest", matter, tmp_path / "good", tmp_path / "bad.doc", code=4)
    (tmp_path / "good" / "lease.txt").unlink()
    assert "1 hidden or system file (.hidden)" in shell("ingest", matter, tmp_path / "good", code=2).err


@pytest.mark.requirement("documents-named-by-path")
def test_files_of_one_name_keep_apart(shell: Shell, tmp_path: Path) -> None:
    """Files that would be called the same get as much of their paths as it takes, and no more."""
    for folder in ("a/x", "b/x"):
        (tmp_path / folder).mkdir(parents=True)
        (tmp_path / folder / "lease.txt").write_text(f"{LAW} {folder}")
    (tmp_path / "b" / "x" / "other.txt").write_text("Other terms.")
    matter = shell.matter()
    found = shell("--json", "ingest", matter, tmp_path / "a" / "x", tmp_path / "b" / "x").json
    assert [one["filename"] for one in found["documents"]] == ["a/x/lease.txt", "b/x/lease.txt", "other.txt"]


@pytest.mark.requirement("documents-attachments")
def test_attachments_of_a_case_are_masked(shell: Shell, tmp_path: Path) -> None:
    """What is attached to an e-mail in a case goes through the firewall, its name too, and is written nowhere else."""
    annex = b"Ion Popescu, CNP 1960229400017, owes EUR 500. zebra-crossing"
    sent = mail("Debt", "See there.", debt_1960229400017__txt=annex)
    (tmp_path / "m.eml").write_bytes(sent.as_bytes())
    made = shell("--json", "case", "create", "Debt", "--documents", tmp_path / "m.eml").json
    names = [one["filename"] for one in made["documents"]]
    assert len(names) == 2
    assert names[1].startswith("m.eml/debt_")
    assert "1960229400017" not in names[1]
    for path in shell.home.rglob("*"):
        if path.is_file():
            assert b"zebra-crossing" not in path.read_bytes() or path.name.startswith("casewright.db"), path
            assert b"1960229400017" not in path.read_bytes(), path


@pytest.mark.requirement("documents-archives")
def test_question_over_an_archive(shell: Shell, tmp_path: Path) -> None:
    """A query over the path of an archive asks the files in it, again and again."""
    (tmp_path / "b.zip").write_bytes(archive({"a/lease.txt": LAW.encode(), "b.txt": b"Other terms."}))
    for _ in range(2):
        found = shell("--json", "iql", "{IS governing law clause}", tmp_path / "b.zip").json
        names = {one["filename"] for one in found["document_results"]}
        assert names == {"b.zip/a/lease.txt", "b.zip/b.txt"}
