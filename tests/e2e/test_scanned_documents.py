"""A scanned contract on the command line: named without text recognition, read and marked with it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from casewright.adapters.ingest.recogniser import is_installed
from tests.scans import picture, scan

if TYPE_CHECKING:
    from pathlib import Path

    from tests.e2e.conftest import Shell

LAW = "1. Governing Law\n\nThis Agreement is governed by the laws of England and Wales."
QUERY = "{IS governing law clause}"


@pytest.mark.requirement("ocr-pages-named")
def test_scan_is_never_ready_without_text_recognition(
    shell: Shell, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is kept as an error that says how it can be read: what is installed need not be installed."""
    monkeypatch.setenv("CASEWRIGHT_OCR_SECONDS", "0")
    (tmp_path / "scan.pdf").write_bytes(scan(picture(LAW)))
    matter = shell.matter()

    added = shell.any("--json", "ingest", matter, tmp_path / "scan.pdf").json
    [document] = shell("--json", "documents", "list", matter).json["documents"]

    assert "set CASEWRIGHT_OCR_SECONDS above 0 and have it read again (reread_documents)" in str(added)
    assert ("pip install 'casewright[ocr]'" in str(added)) == (not is_installed())
    assert document["processing_status"] == "error"


@pytest.mark.skipif(not is_installed(), reason="the extra 'ocr' is not installed")
@pytest.mark.requirement("ocr-marked")
def test_recognised_text_is_marked_where_it_is_quoted(shell: Shell, tmp_path: Path) -> None:
    """In the results of a query, in an answer, and in JSON with how sure it is."""
    (tmp_path / "scan.pdf").write_bytes(scan(picture(LAW)))
    matter = shell.matter()
    shell("ingest", matter, tmp_path / "scan.pdf")

    answered = shell("ask", matter, "Which law governs the agreement?").out
    found = shell("--json", "iql", QUERY, "--matter", matter).json
    printed = shell("iql", QUERY, "--matter", matter).out

    assert "(OCR)" in answered
    assert ", OCR, characters" in printed
    match = found["document_results"][0]["matches"][0]
    assert 0.9 < match["citation"]["ocr"] <= 1
