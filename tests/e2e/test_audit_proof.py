"""Checkpoints, export and rotation on the command line, and the export's own verifier without Casewright."""

from __future__ import annotations

import subprocess
import sys
import zipfile
from typing import TYPE_CHECKING

import pytest

from tests.e2e.test_faults import database

if TYPE_CHECKING:
    from pathlib import Path

    from tests.e2e.conftest import Shell


def verify(folder: Path, *arguments: str) -> tuple[int, str]:
    """What ``python verify.py`` says in the unzipped folder, in a process that cannot import Casewright."""
    command = [sys.executable, "-I", "-S", "verify.py", *arguments]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=60, check=False, env={})
    return done.returncode, done.stdout + done.stderr


def unzipped(path: Path, folder: Path) -> Path:
    with zipfile.ZipFile(path) as archive:
        assert archive.testzip() is None
        archive.extractall(folder)
    return folder


@pytest.mark.requirement("audit-export")
def test_export_verifies_where_casewright_is_not_installed(shell: Shell, tmp_path: Path) -> None:
    """A home's audit in one zip: unzip, python verify.py, 0; with one letter changed, 1."""
    shell.matter("Alpha")
    out = tmp_path / "audit.zip"
    made = shell("--json", "audit", "export", "--out", out).json
    assert (made["first"], made["last"], made["size"]) == (1, 3, out.stat().st_size)
    folder = unzipped(out, tmp_path / "unzipped")

    code, said = verify(folder)
    assert code == 0, said
    assert "Verified: 3 events, 1 to 3" in said
    assert "cannot see" in said
    events = folder / "events.jsonl"
    events.write_bytes(events.read_bytes().replace(b"Alpha", b"Alphb", 1))
    assert verify(folder) == (1, "NOT verified: event 1 or its hash was changed.\n")


@pytest.mark.requirement("audit-export")
def test_export_leaves_nothing_but_the_zip(shell: Shell, tmp_path: Path) -> None:
    """The file is moved to where it was asked for, with --force in place of an older one; no draft stays."""
    shell.matter()
    out = tmp_path / "out" / "audit.zip"
    out.parent.mkdir()
    shell("audit", "export", "--out", out)
    refused = shell("audit", "export", "--out", out, "--after", 2, code=2).err
    assert (str(out) in refused, "--force" in refused) == (True, True)
    said = shell("audit", "export", "--out", out, "--after", 2, "--force").out

    assert [path.name for path in out.parent.iterdir()] == ["audit.zip"]
    assert [path for path in (shell.home / "exports").rglob("*") if path.is_file()] == []
    assert "Events 3 to 5 in" in said
    assert "python verify.py" in said
    assert verify(unzipped(out, tmp_path / "unzipped"))[0] == 0


@pytest.mark.requirement("audit-export-permission")
def test_export_is_a_recorded_call(shell: Shell, tmp_path: Path) -> None:
    """Who exported, and what came of it, stands in the audit."""
    shell("audit", "export", "--out", tmp_path / "audit.zip")
    events = shell("--json", "audit", "show").json["events"]
    assert [(one["tool_name"], one["phase"], one["result_status"]) for one in events[:2]] == [
        ("export_audit", "intent", None),
        ("export_audit", "outcome", "SUCCESS"),
    ]


@pytest.mark.requirement("audit-checkpoints")
def test_checkpoint_kept_elsewhere_shows_a_log_cut_short(shell: Shell, tmp_path: Path) -> None:
    """Events, head and stored checkpoints removed together: the checkpoint that was kept finds it."""
    kept = tmp_path / "kept.json"
    shell.matter("Alpha")
    shell.matter("Beta")
    assert "Signed: 5 events" in shell("audit", "checkpoint", "--out", kept).out
    assert shell("--json", "audit", "verify", "--checkpoint", kept).json["verified"] is True
    with database(shell) as connection:
        second = connection.execute("SELECT hash FROM audit_events WHERE seq = 2").fetchone()[0]
        connection.execute("DELETE FROM audit_events WHERE seq > 2")
        connection.execute("UPDATE audit_heads SET count = 2, hash = ?", (second,))
    connection.close()
    # The stored checkpoints see it by themselves, and so does the head that the home remembers; without both only the
    # kept one does.
    assert "is missing" in shell("audit", "verify", code=5).out
    with database(shell) as connection:
        connection.execute("DELETE FROM audit_checkpoints WHERE count > 2")
    connection.close()
    assert "was remembered and is missing" in shell("audit", "verify", code=5).out
    for head in (shell.home / "audit-keys" / "heads").glob("*.json"):
        head.unlink()
    unseen = shell("audit", "verify").out
    assert "Not seen: newest events cut off above what is remembered here or held by you" in unseen
    found = shell("--json", "audit", "verify", "--checkpoint", kept, code=5).json
    assert found["flaw"] == {
        "kind": "cut",
        "seq": 2,
        "reason": "event 5 was signed and is missing: the log was cut short",
    }


@pytest.mark.requirement("audit-signing-key")
def test_key_is_changed_and_old_checkpoints_hold(shell: Shell, tmp_path: Path) -> None:
    """After rotate-key the new key signs, and log and export verify with both."""
    kept = tmp_path / "kept.json"
    old = shell("--json", "audit", "checkpoint", "--out", kept).json["key_id"]
    new = shell("--json", "audit", "rotate-key").json["key_id"]
    assert new != old
    assert shell("--json", "audit", "checkpoint").json["key_id"] == new
    assert shell("--json", "audit", "verify", "--checkpoint", kept).json["verified"] is True
    shell("audit", "export", "--out", tmp_path / "audit.zip")
    folder = unzipped(tmp_path / "audit.zip", tmp_path / "unzipped")
    both = ["--expect-key", old, "--expect-key", new]
    assert verify(folder, "--checkpoint", str(kept), *both)[0] == 0
    assert verify(folder, "--expect-key", new)[0] == 1


@pytest.mark.requirement("audit-signing-key")
def test_key_from_the_environment(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    """A key from the environment signs; it is not changed here; a wrong one is refused without being shown."""
    monkeypatch.setenv("CASEWRIGHT_AUDIT_SIGNING_KEY", "ab" * 32)
    shell.matter()
    assert not (shell.home / "audit-keys" / "signing.key").exists()
    assert shell("--json", "audit", "verify").json["checkpoints"] == 1
    assert "change it there" in shell("audit", "rotate-key", code=3).err
    monkeypatch.setenv("CASEWRIGHT_AUDIT_SIGNING_KEY", "not-a-key")
    said = shell("audit", "verify", code=2)
    assert "64 hexadecimal digits" in said.err
    assert "not-a-key" not in said.out + said.err


@pytest.mark.requirement("audit-checkpoints")
def test_checkpoints_are_made_as_often_as_set(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    """CASEWRIGHT_CHECKPOINT_EVERY events make one, and the end of a command makes one."""
    monkeypatch.setenv("CASEWRIGHT_CHECKPOINT_EVERY", "1")
    shell.matter()
    proof = shell("--json", "audit", "verify").json
    assert proof["checkpoints"] == 2
    assert proof["newest_checkpoint"]["head"] == proof["head"]


def test_export_to_a_folder_that_is_not_there(shell: Shell, tmp_path: Path) -> None:
    """A place that cannot be written is named, and nothing is left there."""
    said = shell("audit", "export", "--out", tmp_path / "no" / "audit.zip", code=2).err
    assert "no" in said
    assert not (tmp_path / "no").exists()


def test_stored_checkpoint_changed_by_hand(shell: Shell) -> None:
    """A checkpoint in the database that was changed ends verify with 5."""
    shell.matter()
    with database(shell) as connection:
        connection.execute("UPDATE audit_checkpoints SET body = 'x'")
    connection.close()
    assert "was changed" in shell("audit", "verify", code=5).err


def test_verify_signs_and_records_nothing(shell: Shell) -> None:
    """Verifying leaves the audit as it is."""
    shell.matter()
    before = shell("--json", "audit", "verify").json
    assert shell("--json", "audit", "verify").json == before
