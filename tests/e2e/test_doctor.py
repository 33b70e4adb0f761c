"""A home that is well is told so, and each thing that can be wrong with one is found, with its exit code."""

from __future__ import annotations

import json
import sqlite3
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

import pytest

from casewright.adapters.locks.files import FileLocks
from casewright.domain.ids import TenantId
from tests.databases import create_postgresql
from tests.e2e.test_faults import database

if TYPE_CHECKING:
    from pathlib import Path

    from tests.e2e.conftest import Shell


def tree(home: Path) -> dict[str, tuple[int, str]]:
    """Every file of the home with its rights and its hash; the database's shared memory is nobody's content."""
    return {
        path.relative_to(home).as_posix(): (path.stat().st_mode, sha256(path.read_bytes()).hexdigest())
        for path in sorted(home.rglob("*"))
        if path.is_file() and not path.name.endswith(("-shm", "-wal"))
    }


def wrong(shell: Shell, code: int, *arguments: object) -> dict[str, str]:
    """What is wrong by check, where the command ends with this code."""
    told: dict[str, Any] = shell("--json", "doctor", *arguments, code=code).json
    assert told["well"] is (code == 0)
    found: dict[str, str] = {}
    for one in told["findings"]:
        if one["verdict"] == "wrong":
            found[one["check"]] = f"{found.get(one['check'], '')}{one['text']}\n"
    return found


@pytest.mark.requirement("ops-doctor")
def test_home_that_is_well(shell: Shell, matter: str, tmp_path: Path) -> None:
    """Everything is well, in lines and in JSON, and nothing of the home is changed; the same for one with a case."""
    shell("case", "create", "Rent")
    before = tree(shell.home)
    said = shell("doctor")
    assert "Nothing is wrong." in said.out
    assert "All 1 originals are there; 1 were read" in said.out
    told = shell("--json", "doctor", "--all").json
    checks = {one["check"] for one in told["findings"]}
    assert {"settings", "libraries", "rights", "disk", "keys", "locks"} <= checks
    assert {"database", "schema", "clock", "audit", "originals", "calls"} <= checks
    assert tree(shell.home) == before
    assert len(shell("--json", "documents", "list", matter).json["documents"]) == 1


def test_no_home(shell: Shell) -> None:
    """There is none, and none is made."""
    assert "There is no home" in wrong(shell, 2)["home"]
    assert not shell.home.exists()


@pytest.mark.usefixtures("matter")
def test_originals_that_are_missing_or_changed(shell: Shell) -> None:
    """Each is named; exit code 5."""
    [original] = [path for path in (shell.home / "blobs").rglob("*") if path.is_file()]
    text = original.read_bytes()
    original.write_bytes(text + b"!")
    assert "'lease.txt'" in wrong(shell, 5)["originals"]
    original.unlink()
    assert "1 originals are missing: 'lease.txt'" in wrong(shell, 5, "--all")["originals"]
    original.write_bytes(text)
    original.chmod(0o600)
    assert wrong(shell, 0) == {}


@pytest.mark.usefixtures("matter")
def test_audit_that_was_changed(shell: Shell) -> None:
    """The event is named; exit code 5. A refusal of rights beside it is told too, and does not hide it."""
    with database(shell) as connection:
        body = bytes(connection.execute("SELECT body FROM audit_events WHERE seq = 1").fetchone()[0])
        connection.execute("UPDATE audit_events SET body = ? WHERE seq = 1", (body.replace(b"Alpha", b"Alphb"),))
    connection.close()
    shell.home.chmod(0o755)
    found = wrong(shell, 5)
    assert "at event 1" in found["audit"]
    assert "home' (755)" in found["rights"]


@pytest.mark.usefixtures("matter")
def test_keys_that_are_missing(shell: Shell) -> None:
    """Each by its name, and none is made: exit code 2. One that others may read: 3."""
    signing, secret = shell.home / "audit-keys" / "signing.key", shell.home / "secret.key"
    kept = signing.read_bytes()
    signing.unlink()
    assert "signing.key" in wrong(shell, 2)["keys"]
    assert not signing.exists()
    signing.write_bytes(kept)
    signing.chmod(0o640)
    found = wrong(shell, 3)
    assert "can be read by others" in found["keys"]
    assert "signing.key' (640)" in found["rights"]
    signing.chmod(0o600)
    kept = secret.read_bytes()
    secret.unlink()
    assert "secret.key" in wrong(shell, 2)["keys"]
    assert not secret.exists()
    secret.write_bytes(bytes(32))
    secret.chmod(0o600)
    assert "at event 1" in wrong(shell, 5)["audit"]


def test_key_of_the_vault_that_is_another(shell: Shell) -> None:
    """The database's sealed data were sealed with another key, or with one that is gone: exit code 2."""
    added = json.dumps({"kind": "individual", "firstName": "Ana", "lastName": "Pop"})
    shell("tools", "call", "add_party", "--args", added)
    assert wrong(shell, 0) == {}
    key = shell.home / "vault.key"
    key.write_bytes(bytes(32))
    assert "is not the key" in wrong(shell, 2)["vault"]
    key.unlink()
    assert "The vault's key is missing" in wrong(shell, 2)["vault"]
    assert not key.exists()


@pytest.mark.usefixtures("matter")
def test_database_that_is_damaged(shell: Shell) -> None:
    """Pages that were overwritten: exit code 5, told in a sentence."""
    path = shell.home / "casewright.db"
    connection = sqlite3.connect(path)
    connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    connection.close()
    data = bytearray(path.read_bytes())
    for page in range(20, 80):
        data[page * 4096 : page * 4096 + 200] = b"\xff" * 200
    path.write_bytes(data)
    assert "damaged" in wrong(shell, 5)["database"]


@pytest.mark.usefixtures("matter")
def test_clock_that_went_back(shell: Shell) -> None:
    """A time that was remembered and is ahead of the clock: exit code 4."""
    ahead = datetime.now(UTC) + timedelta(hours=2)
    (shell.home / "audit-keys" / "heads" / "latest").write_text(ahead.isoformat())
    assert "set the clock right" in wrong(shell, 4)["clock"]


@pytest.mark.usefixtures("matter")
def test_schema_of_another_version(shell: Shell) -> None:
    """An older one is noted and not migrated; a newer one is exit code 4."""
    with database(shell) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '0024'")
    connection.close()
    told = shell("--json", "doctor").json["findings"]
    assert "older (revision 0024)" in next(one["text"] for one in told if one["check"] == "schema")
    with database(shell) as connection:
        assert connection.execute("SELECT version_num FROM alembic_version").fetchone()[0] == "0024"
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
    connection.close()
    assert "upgrade Casewright" in wrong(shell, 4)["database"]


@pytest.mark.usefixtures("matter")
@pytest.mark.parametrize(
    ("name", "value", "said"),
    [
        ("CASEWRIGHT_SCORER", "isaacus", "CASEWRIGHT_ISAACUS_API_KEY is not set"),
        ("CASEWRIGHT_PAYMENTS", "stripe", "CASEWRIGHT_STRIPE_API_KEY is not set"),
        ("CASEWRIGHT_MATTER_DOLLARS", "5", "limits nothing without prices"),
        ("CASEWRIGHT_BLOBS", "ftp://example.org/x", "name a folder, s3:// or gs://"),
        ("CASEWRIGHT_POLICY", "/nowhere/policy.toml", "/nowhere/policy.toml"),
        ("CASEWRIGHT_PLANS", "/nowhere/plans.toml", "/nowhere/plans.toml"),
        ("CASEWRIGHT_ENRICHMENT_FOLDER", "/nowhere", "there is no such folder"),
        ("CASEWRIGHT_VAULT_KEY", "abc", "64 hexadecimal digits"),
        ("CASEWRIGHT_ASSISTANT", "xai", "CASEWRIGHT_ASSISTANT"),
    ],
)
def test_settings_that_cannot_work(
    shell: Shell, monkeypatch: pytest.MonkeyPatch, name: str, value: str, said: str
) -> None:
    """Each is told with what to set; exit code 2."""
    monkeypatch.delenv("XAI_API_KEY", raising=False)
    monkeypatch.setenv(name, value)
    assert said in wrong(shell, 2)["settings"]


def test_library_that_is_missing(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is set needs an extra that is not installed: the extra is named."""
    shell.matter()
    monkeypatch.setenv("CASEWRIGHT_DRAFTS", "gs://bucket/drafts")
    assert find_spec("gcsfs") is None, "it is installed: name another library here"
    assert "pip install 'casewright[gcs]'" in wrong(shell, 2)["libraries"]


def test_lock_that_is_held(shell: Shell) -> None:
    """Locks that are held are counted apart from files that were left."""
    shell.matter()
    locks = FileLocks(shell.home / "locks")
    with locks.held(TenantId("local"), "one"):
        pass
    with locks.held(TenantId("local"), "two"):
        assert "1 locks of agents are held now; 1 files were left" in shell("doctor").out


@pytest.mark.postgresql
def test_home_over_postgresql(
    shell: Shell, contracts: Path, tmp_path: Path, postgresql_socket: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The database is asked; a backup says that the records are not in it, and has the originals and heads."""
    monkeypatch.setenv("CASEWRIGHT_DATABASE_URL", create_postgresql(postgresql_socket, "doctor"))
    shell("ingest", shell.matter(), contracts / "lease.txt")
    assert "All 1 originals are there" in shell("doctor").out
    made = shell("--json", "backup", tmp_path / "home.backup").json
    assert "pg_dump" in " ".join(made["left_out"])
    assert (made["schema"], made["recorded"]) == (None, True)
    for original in (shell.home / "blobs").rglob("*"):
        if original.is_file():
            original.unlink()
    assert "1 originals are missing" in wrong(shell, 5)["originals"]
    monkeypatch.setenv("CASEWRIGHT_DATABASE_URL", f"postgresql://postgres@/nothing?host={tmp_path}")
    assert wrong(shell, 4)["database"]
