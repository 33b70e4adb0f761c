"""What goes wrong with a file is said of the file that a person named, never of a name or a place of ours."""

from __future__ import annotations

import json
import re
import shutil
from typing import TYPE_CHECKING

import pytest

from tests.e2e.conftest import LEASE

if TYPE_CHECKING:
    from pathlib import Path

    from tests.e2e.conftest import Shell

OURS = re.compile(r"[0-9a-f]{32}|/\.new-|/tmp/tmp")
"""Names of drafts, hashes of stored bytes and temporary files."""

NO_TEXT = b"\xff\xfe{{{"
READ = {
    "party": ("case", "add-party"),
    "draft": ("case", "draft", "00000000-0000-4000-8000-000000000000"),
    "claims": ("deal", "import-claims", "DEAL"),
    "acts": ("corpus", "import"),
    "template": ("templates", "train", "mine", "--positive"),
    "policy": ("policy", "check"),
    "checkpoint": ("audit", "verify", "--checkpoint"),
}
"""Every command that reads a file of text, without the file."""


def deal(shell: Shell) -> str:
    """A deal without anything in it."""
    made: str = shell("--json", "deal", "create", "Project Alder").json["deal"]["matter_id"]
    return made


@pytest.mark.requirement("outside-files-named")
@pytest.mark.parametrize("kind", READ)
def test_file_that_is_no_text_is_named(shell: Shell, tmp_path: Path, kind: str) -> None:
    """Every command that reads a file says which one it cannot read, and ends as for bad input."""
    file = tmp_path / "mine.json"
    file.write_bytes(NO_TEXT)
    before = [deal(shell) if part == "DEAL" else part for part in READ[kind]]
    said = shell(*before, file, code=2).err
    assert "mine.json" in said
    assert not OURS.search(said), said


@pytest.mark.requirement("outside-files-named")
@pytest.mark.parametrize("command", [("audit", "export"), ("audit", "checkpoint")], ids=" ".join)
@pytest.mark.parametrize("target", ["missing/out", "folder"])
def test_file_that_cannot_be_written_is_named(
    shell: Shell, tmp_path: Path, command: tuple[str, ...], target: str
) -> None:
    """A target in no folder, and one that is a folder: the sentence names the target."""
    shell.matter()
    (tmp_path / "folder").mkdir()
    said = shell(*command, "--out", tmp_path / target, code=2).err
    assert f"'{tmp_path / target}'" in said or f"'{tmp_path / 'missing'}' to write 'out' in" in said
    assert not OURS.search(said), said
    assert [path.name for path in (tmp_path / "folder").iterdir()] == []


@pytest.mark.requirement("outside-files-named")
def test_file_that_cannot_be_kept_is_named(shell: Shell, tmp_path: Path) -> None:
    """Where originals cannot be stored, the sentence names the file that was to be put in."""
    matter = shell.matter()
    (tmp_path / "lease.txt").write_text(LEASE)
    shutil.rmtree(shell.home / "blobs", ignore_errors=True)
    (shell.home / "blobs").write_text("in the way")
    said = shell("ingest", matter, tmp_path / "lease.txt", code=4).err
    assert "'lease.txt' cannot be kept" in said


@pytest.mark.requirement("documents-encodings")
def test_encoding_that_is_no_utf_8_is_said(shell: Shell, tmp_path: Path) -> None:
    """A file in another encoding is put in with its words right and the encoding named; one that is none says so."""
    matter = shell.matter()
    (tmp_path / "contract.txt").write_bytes("Contract de închiriere între părţi.\n".encode("cp1250"))
    (tmp_path / "dogovor.txt").write_bytes("Настоящий договор вступает в силу.\n".encode("cp1251"))
    ended = shell("ingest", matter, tmp_path, code=4).out
    assert "contract.txt  36 characters, 1 clauses, read as Windows-1250" in ended
    assert "is text in an encoding that is not recognised for sure" in ended
    added = shell("--json", "ingest", matter, tmp_path / "contract.txt").json["documents"][0]
    arguments = json.dumps({"matter_id": matter, "document_id": added["document_id"]})
    text = shell("--json", "tools", "call", "get_document_text", "--args", arguments).json["structured"]["text"]
    assert text == "Contract de închiriere între părţi.\n"
