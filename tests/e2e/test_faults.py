"""What goes wrong around the product: changed records, full disks, other writers, Ctrl-C. Nothing is half-done."""

from __future__ import annotations

import resource
import signal
import sqlite3
import subprocess
import sys
from threading import Event
from typing import TYPE_CHECKING, Any

import pytest

from tests.e2e.conftest import LEASE

if TYPE_CHECKING:
    from pathlib import Path

    from tests.e2e.conftest import Shell


def database(shell: Shell) -> sqlite3.Connection:
    """The home's database, opened behind the product's back."""
    return sqlite3.connect(shell.home / "casewright.db")


@pytest.mark.requirement("cli-verify")
def test_one_changed_byte_in_the_audit_is_found(shell: Shell) -> None:
    """audit verify holds before, and ends with 5 and the event's number after one byte was changed by hand."""
    shell.matter("Alpha")
    verified = shell("--json", "audit", "verify").json
    assert (verified["verified"], verified["count"]) == (True, 2)
    with database(shell) as connection:
        body = bytes(connection.execute("SELECT body FROM audit_events WHERE seq = 1").fetchone()[0])
        changed = body.replace(b"Alpha", b"Alphb")
        assert sum(left != right for left, right in zip(body, changed, strict=True)) == 1
        connection.execute("UPDATE audit_events SET body = ? WHERE seq = 1", (changed,))
    connection.close()
    broken = shell("--json", "audit", "verify", code=5).json
    assert broken["verified"] is False
    assert broken["flaw"]["seq"] == 1
    assert "At event 1" in shell("audit", "verify", code=5).out


@pytest.mark.requirement("cli-verify")
def test_log_cut_short_is_found_by_a_head_kept_elsewhere(shell: Shell) -> None:
    """Newest events cut off with head and checkpoints are seen; without the remembered head, by one kept elsewhere."""
    shell.matter("Alpha")
    kept = shell("--json", "audit", "verify").json
    with database(shell) as connection:
        connection.execute("DELETE FROM audit_checkpoints")
        first = connection.execute("SELECT hash FROM audit_events WHERE seq = 1").fetchone()[0]
        connection.execute("DELETE FROM audit_events WHERE seq = 2")
        connection.execute("UPDATE audit_heads SET count = 1, hash = ?", (first,))
    connection.close()
    assert "the log was cut short" in shell("audit", "verify", code=5).out
    for remembered in (shell.home / "audit-keys" / "heads").iterdir():
        remembered.unlink()
    assert shell("--json", "audit", "verify").json["count"] == 1
    expectation = ["--expect-head", kept["head"], "--expect-count", kept["count"]]
    said = shell("audit", "verify", *expectation, code=5).out
    assert "the log was cut short" in said


def test_database_of_a_newer_version(shell: Shell) -> None:
    """A database that a newer version wrote is left alone, with a sentence, exit code 4."""
    shell.matter()
    with database(shell) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
    connection.close()
    said = shell("matter", "list", code=4).err
    assert "'9999'" in said
    assert "upgrade Casewright" in said


def test_file_that_is_no_database(shell: Shell) -> None:
    """A file in the database's place that is none is an integrity failure, exit code 5."""
    shell.home.mkdir()
    (shell.home / "casewright.db").write_bytes(b"this is not a database, whatever it is called\n" * 40)
    assert "casewright.db" in shell("matter", "list", code=5).err


def test_another_process_is_writing(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where another process keeps the write lock, the command waits its time and ends with 4, nothing written."""
    shell.matter("Alpha")
    monkeypatch.setenv("CASEWRIGHT_BUSY_TIMEOUT", "0.2")
    connection = database(shell)
    connection.isolation_level = None
    connection.execute("BEGIN IMMEDIATE")
    try:
        said = shell("matter", "create", "Beta", code=4).err
    finally:
        connection.execute("ROLLBACK")
        connection.close()
    assert "Another process is writing" in said
    titles = [one["title"] for one in shell("--json", "matter", "list").json["matters"]]
    assert titles == ["Alpha"]


def long_text(paragraphs: int) -> str:
    """Text that compresses badly enough to fill a disk."""
    lines = [
        f"{n}. The party numbered {n * 7919} shall deliver {n * 104729} units by day {n}." for n in range(paragraphs)
    ]
    return "\n\n".join(lines)


def require_clean(shell: Shell, matter: str) -> list[dict[str, Any]]:
    """What a home must be after a fault: every listed document whole, the audit verified. The documents."""
    listed = shell("--json", "tools", "call", "list_matter_documents", "--args", f'{{"matter_id": "{matter}"}}').json
    documents: list[dict[str, Any]] = listed["structured"]["documents"]
    for document in documents:
        assert document["processing_status"] == "ready"
        arguments = f'{{"matter_id": "{matter}", "document_id": "{document["document_id"]}"}}'
        text = shell("--json", "tools", "call", "get_document_text", "--args", arguments).json
        assert text["structured"]["character_count"] > 0
    assert shell("--json", "audit", "verify").json["verified"] is True
    return documents


@pytest.mark.requirement("cli-disk-full")
def test_database_is_full(shell: Shell, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the database may not grow, the ingest ends with 4 and says so; what was in before stays whole."""
    matter = shell.matter()
    (tmp_path / "lease.txt").write_text(LEASE)
    (tmp_path / "long.txt").write_text(long_text(20_000))
    shell("ingest", matter, tmp_path / "lease.txt")
    with database(shell) as connection:
        pages = connection.execute("PRAGMA page_count").fetchone()[0]
    connection.close()
    monkeypatch.setenv("CASEWRIGHT_DATABASE_PAGES", str(pages + 20))
    assert "no room" in shell("ingest", matter, tmp_path / "long.txt", code=4).err
    monkeypatch.delenv("CASEWRIGHT_DATABASE_PAGES")
    assert len(require_clean(shell, matter)) == 1


@pytest.mark.requirement("cli-disk-full")
def test_no_file_may_grow(shell: Shell, tmp_path: Path) -> None:
    """Where the system refuses to let files grow, the ingest ends with 4 and says so; nothing half-written is left."""
    matter = shell.matter()
    (tmp_path / "long.txt").write_text(long_text(20_000))

    def limited() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (600_000, 600_000))

    said = shell.process("ingest", matter, tmp_path / "long.txt", code=4, preexec_fn=limited).err
    assert "free space or raise the quota, then try again" in said
    assert require_clean(shell, matter) == []
    assert shell("--json", "ingest", matter, tmp_path / "long.txt").json["documents"][0]["status"] == "ready"


@pytest.mark.requirement("cli-interrupt")
def test_ctrl_c_in_the_middle_of_an_ingest(shell: Shell, tmp_path: Path) -> None:
    """Ctrl-C ends an ingest with 130: what was finished stays, what was not is not there, and it can go on."""
    matter = shell.matter()
    folder = tmp_path / "many"
    folder.mkdir()
    for number in range(40):
        (folder / f"{number:03}.txt").write_text(f"{number}\n\n{long_text(300)}")
    command = [sys.executable, "-m", "tests.interrupted", "casewright.adapters.ingest.reader:FileReader.read@20"]
    command += ["--home", str(shell.home), "ingest", matter, str(folder)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        while count(shell, "documents") < 3:  # one of the files is never read to its end: there is no hurry
            assert process.poll() is None, "it ended before it had three documents"
            Event().wait(0.01)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=60)
    assert process.returncode == 130, (out, err)
    assert "Traceback" not in out + err
    assert "Interrupted" in err
    finished = len(require_clean(shell, matter))
    assert 3 <= finished < 40
    again = shell("--json", "ingest", matter, folder).json["documents"]
    assert sum(document["duplicate"] for document in again) == finished
    assert len(require_clean(shell, matter)) == 40


def count(shell: Shell, table: str) -> int:
    """How many rows a table has, seen from outside."""
    connection = database(shell)
    try:
        found: int = connection.execute(f"SELECT count(*) FROM {table}").fetchone()[0]
    finally:
        connection.close()
    return found
