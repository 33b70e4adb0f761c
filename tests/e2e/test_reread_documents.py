"""``casewright documents reread``: a home of an older version, brought up to date."""

from __future__ import annotations

import sqlite3
from typing import TYPE_CHECKING

import pytest

from casewright.adapters.ingest.recogniser import is_installed
from casewright.cli.exit_codes import FAILED
from tests.scans import picture, scan

if TYPE_CHECKING:
    from pathlib import Path

    from tests.e2e.conftest import Shell

pytestmark = pytest.mark.requirement("documents-reread")
LEASE = "1. Rent. The tenant pays rent monthly.\n\n2. Law. English law governs this lease.\n"


def _make_old(home: Path, text: str | None = None) -> None:
    """Leave the home as an older version did: without reader versions, and with another text where one is given."""
    with sqlite3.connect(home / "casewright.db") as connection:
        connection.execute("UPDATE documents SET reader_version = 1, report = NULL")
        if text is not None:
            connection.execute("UPDATE document_texts SET text = ?", (text.encode(),))
    connection.close()


@pytest.mark.skipif(not is_installed(), reason="the extra 'ocr' is not installed")
def test_a_scan_is_read_once_it_can_be(shell: Shell, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What could not be read without text recognition is read when the same file is added again: one document."""
    path = tmp_path / "scan.pdf"
    path.write_bytes(scan(picture("English law governs this lease of the house.")))
    matter = shell.matter()
    monkeypatch.setenv("CASEWRIGHT_OCR_SECONDS", "0")
    shell("ingest", matter, str(path), code=FAILED)
    [before] = shell("--json", "documents", "list", matter).json["documents"]
    assert before["processing_status"] == "error"

    monkeypatch.delenv("CASEWRIGHT_OCR_SECONDS")
    [added] = shell("--json", "ingest", matter, str(path)).json["documents"]

    assert (added["document_id"], added["duplicate"]) == (before["document_id"], False)
    assert "English law" in shell("documents", "show", matter, "scan.pdf").out


@pytest.mark.skipif(not is_installed(), reason="the extra 'ocr' is not installed")
def test_scanned_pages_are_read_again_and_never_lost(
    shell: Shell, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A document read in part is read whole once it can be, and a reader that can do less does not undo that."""
    path = tmp_path / "mixed.pdf"
    path.write_bytes(
        scan(None, picture("English law governs this lease of the house."), text=["This page is printed."])
    )
    matter = shell.matter()
    monkeypatch.setenv("CASEWRIGHT_OCR_SECONDS", "0")
    shell("ingest", matter, str(path), code=FAILED)
    monkeypatch.delenv("CASEWRIGHT_OCR_SECONDS")
    [read] = shell("--json", "documents", "reread", matter).json["documents"]
    assert read["outcome"] == "replaced"
    assert "English law" in shell("documents", "show", matter, "mixed.pdf").out

    monkeypatch.setenv("CASEWRIGHT_OCR_SECONDS", "0")
    [kept] = shell("--json", "documents", "reread", matter, "--document", "mixed.pdf").json["documents"]

    assert (kept["outcome"], "1 of its pages can be read now, and 2 were before" in kept["reason"]) == ("kept", True)
    assert "English law" in shell("documents", "show", matter, "mixed.pdf").out


def test_what_is_sealed_in_a_case_is_added_anew(shell: Shell, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A scan that could not be read in a case is told how it can be: not by the command that was just given."""
    path = tmp_path / "scan.pdf"
    path.write_bytes(scan(picture("English law governs this lease of the house.")))
    case = shell("--json", "case", "create", "Rent of the house").json["case"]["case_id"]
    monkeypatch.setenv("CASEWRIGHT_OCR_SECONDS", "0")
    shell("ingest", case, str(path), code=FAILED)

    [told] = shell("--json", "documents", "reread", case).json["documents"]

    assert told["outcome"] == "unreadable"
    assert told["reason"] == "the originals of a case lie sealed: delete it and add the file again to have it read"


def test_a_home_of_an_older_version_is_read_anew(shell: Shell, tmp_path: Path) -> None:
    """The same text is cut anew; another one becomes the document, and the old one is still there to be opened."""
    path = tmp_path / "lease.txt"
    path.write_text(LEASE)
    matter = shell.matter()
    shell("ingest", matter, str(path))
    [old] = shell("--json", "documents", "list", matter).json["documents"]
    assert "nothing to do" in shell("documents", "reread", matter).out

    _make_old(shell.home)
    told = shell("documents", "reread", matter).out
    assert "lease.txt: the same text, its chunks and sections made anew" in told

    _make_old(shell.home, "1. Rent. The tenant pays rent m0nthly.")
    [one] = shell("--json", "documents", "reread", matter).json["documents"]
    assert one["outcome"] == "replaced"
    [new] = shell("--json", "documents", "list", matter).json["documents"]
    assert new["document_id"] == one["new_document_id"] != old["document_id"]
    assert "monthly" in shell("documents", "show", matter, new["document_id"]).out
    assert "m0nthly" in shell("documents", "show", matter, old["document_id"]).out
    assert "duplicate" in shell("--json", "ingest", matter, str(path)).out
    assert shell("audit", "verify").out
