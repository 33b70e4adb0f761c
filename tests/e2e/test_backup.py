"""A home in one file while others write to it, and a home out of that file: whole or not at all."""

from __future__ import annotations

import json
import os
import resource
import shutil
import sqlite3
import stat
import subprocess
import sys
import zipfile
from typing import TYPE_CHECKING, Any

import pytest

from casewright.adapters.database import online_copy
from casewright.adapters.database.online_copy import copy_whole
from tests.e2e.conftest import LEASE
from tests.e2e.test_faults import long_text, require_clean

if TYPE_CHECKING:
    from pathlib import Path

    from tests.e2e.conftest import Shell

WRITER = """
import sys
from pathlib import Path
from casewright.bootstrap.home import Casewright

with Casewright.open(sys.argv[1]) as casewright:
    for number in range(1000):
        text = f"{number}. The party numbered {number} shall pay EUR {number * 7919}.\\n"
        blob = casewright.keep(sys.argv[2], text.encode())
        given = {"matter_id": sys.argv[2], "blob_id": blob, "filename": f"{number}.txt"}
        assert casewright.call("add_document", given).success
        print(number, flush=True)
"""


@pytest.fixture
def other(tmp_path: Path, shell: Shell) -> Shell:
    """A shell whose home is not there yet."""
    return type(shell)(tmp_path / "other", shell._capfd)


def listed(shell: Shell, matter: str) -> list[dict[str, Any]]:
    """The documents of the matter."""
    found: list[dict[str, Any]] = shell("--json", "documents", "list", matter).json["documents"]
    return found


def text_of(shell: Shell, matter: str, document: str) -> str:
    """The text of a document."""
    arguments = json.dumps({"matter_id": matter, "document_id": document})
    called = shell("--json", "tools", "call", "get_document_text", "--args", arguments).json
    said: str = called["structured"]["text"]
    return said


def keys_of(home: Path) -> dict[str, bytes]:
    """The key files of a home."""
    return {path.relative_to(home).as_posix(): path.read_bytes() for path in home.rglob("*.key")}


def give_keys(shell: Shell, other: Shell) -> None:
    """Put the key files where a restored home has them."""
    for name in keys_of(shell.home):
        (other.home / name).parent.mkdir(mode=0o700, exist_ok=True)
        shutil.copy(shell.home / name, other.home / name)


@pytest.mark.requirement("ops-restore", "ops-restored-audit")
def test_restored_home_has_the_same_documents(shell: Shell, other: Shell, matter: str, tmp_path: Path) -> None:
    """Texts, originals, people and the audit are the same; the audit goes on once an ADMIN accepted it."""
    archive = tmp_path / "home.backup"
    shell("users", "add", "ana", "--role", "ANALYST")
    made = shell("--json", "backup", archive).json
    assert (made["recorded"], made["with_keys"]) == (True, False)
    assert stat.S_IMODE(archive.stat().st_mode) == 0o600
    assert not [path for path in tmp_path.iterdir() if path.name.startswith(".")]
    assert not [name for name in zipfile.ZipFile(archive).namelist() if name.endswith(".key")]
    assert "home.backed_up" in shell("audit", "show").out

    restored = other("--json", "restore", archive, "--sha256", made["sha256"].upper()).json
    assert restored["chains"] == made["chains"]
    assert "secret.key" in other("matter", "list", code=2).err
    give_keys(shell, other)
    assert {stat.S_IMODE(path.stat().st_mode) & 0o077 for path in other.home.rglob("*")} == {0}
    [document] = listed(shell, matter)
    assert listed(other, matter) == [document]
    assert text_of(other, matter, document["document_id"]) == text_of(shell, matter, document["document_id"])
    assert [one["name"] for one in other("--json", "users", "list").json["users"]] == ["ana"]
    originals = [path for path in (shell.home / "blobs").rglob("*") if path.is_file()]
    assert originals
    for path in originals:
        assert (other.home / path.relative_to(shell.home)).read_bytes() == path.read_bytes()

    assert other("--json", "audit", "verify", code=5).json["flaw"]["kind"] == "cut"
    other("audit", "checkpoint", code=5)
    other("audit", "accept-restored")
    assert other("--json", "audit", "verify").json["verified"] is True
    assert "audit.restored_accepted" in other("audit", "show").out


@pytest.mark.requirement("ops-backup")
def test_keys_only_where_they_are_asked_for(shell: Shell, other: Shell, matter: str, tmp_path: Path) -> None:
    """With --with-keys every key is in it, and the restored home opens at once; the audit is told which it was."""
    shell("users", "add", "ana", "--role", "ANALYST")
    said = shell("backup", tmp_path / "a.backup", "--with-keys")
    assert "key files are left out" not in said.err
    assert set(keys_of(shell.home)) == {"secret.key", "audit-keys/signing.key", "keys/ana.key"}
    other("restore", tmp_path / "a.backup")
    assert keys_of(other.home) == keys_of(shell.home)
    assert len(listed(other, matter)) == 1
    [event] = [one for one in shell("--json", "audit", "show").json["events"] if one["event_type"] == "home.backed_up"]
    assert event["tool_args"]["with_keys"] is True


@pytest.mark.requirement("ops-backup")
def test_backup_while_another_process_writes(shell: Shell, other: Shell, tmp_path: Path) -> None:
    """Documents that come in meanwhile are whole in the backup or not in it; each that is has its original."""
    matter = shell.matter()
    (tmp_path / "long.txt").write_text(long_text(3_000))
    shell("ingest", matter, tmp_path / "long.txt")
    command = [sys.executable, "-c", WRITER, str(shell.home), matter]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as writer:
        assert writer.stdout is not None
        try:
            for _ in range(3):
                assert writer.stdout.readline(), "it ended"
            made = shell("--json", "backup", tmp_path / "home.backup").json
            assert writer.poll() is None, "it no longer wrote"
        finally:
            writer.kill()
    assert "are not there" not in " ".join(made["left_out"])
    other("restore", tmp_path / "home.backup")
    give_keys(shell, other)
    other("audit", "accept-restored")
    documents = require_clean(other, matter)
    assert 4 <= len(documents) < 1001
    database = sqlite3.connect(other.home / "casewright.db")
    blobs = [blob for (blob,) in database.execute("SELECT blob FROM documents")]
    database.close()
    kept = {path.name for path in (other.home / "blobs").rglob("*") if path.is_file()}
    assert set(blobs) <= kept


def test_document_that_comes_in_between(
    shell: Shell, other: Shell, contracts: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its original came after the originals were put in, its record before the records were: both are in it."""
    matter = shell.matter()
    shell("ingest", matter, contracts / "lease.txt")
    (tmp_path / "late.txt").write_text("A late one.")
    copied: list[Path] = []

    def late(source: Path, target: Path, *, busy_timeout: float) -> None:
        if not copied:
            shell.process("ingest", matter, tmp_path / "late.txt")
        copied.append(source)
        copy_whole(source, target, busy_timeout=busy_timeout)

    monkeypatch.setattr(online_copy, "copy_whole", late)
    made = shell("--json", "backup", tmp_path / "home.backup", "--with-keys").json
    assert copied
    assert made["left_out"] == []
    other("restore", tmp_path / "home.backup")
    assert {one["filename"] for one in listed(other, matter)} == {"lease.txt", "late.txt"}
    assert "A late one." in {path.read_text() for path in (other.home / "blobs").rglob("*") if path.is_file()}


def test_original_that_is_missing_is_said(shell: Shell, matter: str, tmp_path: Path) -> None:
    """A backup of a home whose originals are not all there is made, and says how many are missing."""
    [original] = [path for path in (shell.home / "blobs").rglob("*") if path.is_file()]
    original.unlink()
    assert "1 originals that the records name are not there" in shell("backup", tmp_path / "a.backup").err
    assert len(listed(shell, matter)) == 1


def test_home_that_is_there_is_left_alone(shell: Shell, matter: str, tmp_path: Path) -> None:
    """A restore goes into an empty folder or none; a backup replaces a file only with --force, and never the home."""
    archive = tmp_path / "home.backup"
    shell("backup", archive)
    assert "There is something in" in shell("restore", archive, code=2).err
    assert len(listed(shell, matter)) == 1
    before = archive.read_bytes()
    assert "--force" in shell("backup", archive, code=2).err
    assert archive.read_bytes() == before
    shell("backup", archive, "--force")
    assert archive.read_bytes() != before
    assert "in the home itself" in shell("backup", shell.home / "a.backup", code=2).err


def test_empty_folder_is_restored_into(shell: Shell, other: Shell, matter: str, tmp_path: Path) -> None:
    """A folder that is there and empty becomes the home, its owner's alone."""
    shell("backup", tmp_path / "home.backup", "--with-keys")
    other.home.mkdir(mode=0o755)
    other("restore", tmp_path / "home.backup")
    assert stat.S_IMODE(other.home.stat().st_mode) == 0o700
    assert len(listed(other, matter)) == 1


@pytest.mark.usefixtures("matter")
@pytest.mark.requirement("ops-hostile-backup")
def test_changed_backup_is_refused(shell: Shell, other: Shell, tmp_path: Path) -> None:
    """One bit anywhere, a cut file and another SHA-256 than the one that was kept: exit code 5, nothing is made."""
    archive = tmp_path / "home.backup"
    made = shell("--json", "backup", archive).json
    whole = archive.read_bytes()
    for at in (len(whole) // 3, whole.index(b"SQLite format 3"), len(whole) - 200):
        archive.write_bytes(whole[:at] + bytes([whole[at] ^ 1]) + whole[at + 1 :])
        said = other("restore", archive, code=5).err
        assert "Nothing was restored" in said or "cannot be read" in said, said
        other("restore", archive, "--sha256", made["sha256"], code=5)
        assert not other.home.exists()
    for size in (0, 10, len(whole) - 1):
        archive.write_bytes(whole[:size])
        other("restore", archive, code=5)
    archive.write_bytes(whole)
    swapped = tmp_path / "swapped.backup"
    with zipfile.ZipFile(archive) as old, zipfile.ZipFile(swapped, "w") as new:
        for info in old.infolist():
            data = old.read(info)
            new.writestr(info, data.replace(b"SQLite format 3", b"SQLite format 4"))
    assert "the SHA-256 of 'casewright.db' is another" in other("restore", swapped, code=5).err
    assert "64 hexadecimal digits" in other("restore", archive, "--sha256", "x", code=2).err
    assert not [path for path in tmp_path.iterdir() if path.name.startswith(".")]
    other("restore", archive)


def test_no_room_for_the_backup(shell: Shell, matter: str, tmp_path: Path) -> None:
    """Where the system refuses to let the file grow: exit code 4, no file and no draft, the home as it was."""
    (tmp_path / "long.txt").write_text(long_text(20_000))
    shell("ingest", matter, tmp_path / "long.txt")
    place = tmp_path / "place"
    place.mkdir()

    def limited() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (900_000, 900_000))

    said = shell.process("backup", place / "home.backup", code=4, preexec_fn=limited).err
    assert "free some space" in said
    assert list(place.iterdir()) == []
    assert len(require_clean(shell, matter)) == 2


def test_no_room_for_the_restored_home(shell: Shell, other: Shell, matter: str, tmp_path: Path) -> None:
    """The same on the way back: nothing of the home is there."""
    (tmp_path / "long.txt").write_text(long_text(20_000))
    shell("ingest", matter, tmp_path / "long.txt")
    shell("backup", tmp_path / "home.backup")

    def limited() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (900_000, 900_000))

    said = other.process("restore", tmp_path / "home.backup", code=4, preexec_fn=limited).err
    assert "free some space" in said
    assert not other.home.exists()
    assert not [path for path in tmp_path.iterdir() if path.name.startswith(".")]


@pytest.mark.parametrize("name", ["../evil", "/tmp/evil", "a/../../evil", "a\\b", "C:evil", "a//b", "./a", "a\x07b"])
def test_names_that_lead_out_are_refused(other: Shell, tmp_path: Path, name: str) -> None:
    """Whatever a hostile archive calls its members, nothing is written."""
    archive = tmp_path / "evil.backup"
    data = b"evil"
    parts = {name: {"size": len(data), "sha256": "0" * 64}}
    with zipfile.ZipFile(archive, "w") as members:
        members.writestr(zipfile.ZipInfo(name), data)
        members.writestr("casewright-backup.json", json.dumps({"format": 1, "parts": parts}))
    assert "leads out of the home" in other("restore", archive, code=5).err
    assert not other.home.exists()
    assert not (tmp_path / "evil").exists()


def test_only_admin_backs_up(shell: Shell, tmp_path: Path) -> None:
    """Whoever acts by a personal key that is no ADMIN's is refused, and nothing is written."""
    shell("users", "add", "ana", "--role", "ANALYST")
    key = shell.home / "keys" / "ana.key"
    assert "only ADMIN" in shell("--as", key, "backup", tmp_path / "a.backup", code=3).err
    assert not (tmp_path / "a.backup").exists()


def test_home_elsewhere_and_no_home(shell: Shell, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without a home there is nothing to back up, and none is made; originals at s3:// are named and not copied."""
    assert "There is no home" in shell("backup", tmp_path / "a.backup", code=2).err
    assert not shell.home.exists()
    shell.matter()
    monkeypatch.setenv("CASEWRIGHT_DRAFTS", "s3://drafts/casewright")
    said = shell.any("--json", "backup", tmp_path / "a.backup").json
    assert "The drafts are in s3://drafts/casewright and not in this file: back them up there" in said["left_out"]


def test_originals_in_another_folder(
    shell: Shell, other: Shell, contracts: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Originals in a folder beside the home are in the backup; a file of one's own in the home is, a link is not."""
    monkeypatch.setenv("CASEWRIGHT_BLOBS", str(tmp_path / "originals"))
    matter = shell.matter()
    shell("ingest", matter, contracts / "lease.txt")
    (shell.home / "policy.toml").write_text("# mine\n")
    (shell.home / "passwd").symlink_to("/etc/passwd")
    shell("backup", tmp_path / "a.backup")
    assert (
        "CASEWRIGHT_BLOBS is set" in type(shell)(tmp_path / "aside", shell._capfd)("restore", tmp_path / "a.backup").err
    )
    monkeypatch.delenv("CASEWRIGHT_BLOBS")
    assert "is set" not in other("restore", tmp_path / "a.backup").err
    [kept] = [path for path in (other.home / "blobs").rglob("*") if path.is_file()]
    assert kept.read_text() == LEASE
    assert (other.home / "policy.toml").read_text() == "# mine\n"
    assert not os.path.lexists(other.home / "passwd")


def test_backup_of_a_newer_version(shell: Shell, other: Shell, tmp_path: Path) -> None:
    """It is not restored by this one, and it is made by this one: nothing is migrated for it, nor recorded."""
    shell.matter()
    connection = sqlite3.connect(shell.home / "casewright.db")
    connection.execute("UPDATE alembic_version SET version_num = '9999'")
    connection.commit()
    connection.close()
    said = shell("backup", tmp_path / "a.backup").err
    assert "The audit was not told of this backup" in said
    assert "upgrade Casewright" in other("restore", tmp_path / "a.backup", code=4).err
    assert not other.home.exists()
