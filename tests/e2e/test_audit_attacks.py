"""Somebody changes the audit with SQL alone: library and command line find it, nothing signs it, no pack proves it."""

from __future__ import annotations

import shutil
import sqlite3
from contextlib import closing
from typing import TYPE_CHECKING

import pytest

from casewright.bootstrap.home import Casewright
from casewright.bootstrap.local_actors import local_user
from casewright.domain.actors import Actor
from casewright.domain.ids import ActorId, TenantId
from casewright.errors import IntegrityError
from casewright.tools.calls import Status
from tests.audit_attacks import ATTACKS, Attack, appended, cut, rewritten

if TYPE_CHECKING:
    from pathlib import Path

    from tests.e2e.conftest import Shell

THEIRS = Actor(TenantId("theirs"), ActorId("theo"), "ADMIN")


@pytest.fixture(scope="module")
def signed_home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A home with events of two tenants, signed several times."""
    home = tmp_path_factory.mktemp("signed") / "home"
    for actor in (local_user(), THEIRS, local_user(), THEIRS, THEIRS, local_user()):
        with Casewright.open(home, actor=actor) as casewright:
            assert casewright.call("list_matters").success
            assert casewright.call("create_matter", {"title": "Alpha"}).success
            if actor is THEIRS:
                assert casewright.call("list_matters").success
    return home


@pytest.fixture
def home(signed_home: Path, tmp_path: Path) -> Path:
    """A copy of it."""
    return shutil.copytree(signed_home, tmp_path / "home")


def attacked(home: Path, attack: Attack) -> None:
    with closing(sqlite3.connect(home / "casewright.db")) as connection, connection:
        attack.act(connection)


def kind_found(home: Path) -> str | None:
    """The kind of flaw that the library tells; None where the log is proved."""
    with Casewright.open(home) as casewright:
        try:
            flaw = casewright.verify_audit().flaw
        except IntegrityError as error:
            return "checkpoint" if "checkpoint" in str(error) else str(error)
        return None if flaw is None else flaw.kind


def checkpoints(home: Path) -> int:
    with closing(sqlite3.connect(home / "casewright.db")) as connection:
        return int(connection.execute("SELECT count(*) FROM audit_checkpoints").fetchone()[0])


@pytest.mark.requirement("audit-forged")
@pytest.mark.parametrize("attack", ATTACKS, ids=lambda attack: attack.name)
def test_attack_is_found_and_never_signed(home: Path, attack: Attack) -> None:
    """Found by its kind, before and after further calls; none of these signs it, and no pack is made of it."""
    assert kind_found(home) is None
    attacked(home, attack)
    signed = checkpoints(home)

    assert kind_found(home) == attack.found

    with Casewright.open(home) as casewright:
        casewright.call("list_matters")
        made = casewright.call("export_audit")
    assert kind_found(home) is not None
    assert made.metadata.error_kind in ("IntegrityError", "Unavailable")
    if not attack.signs:
        # Else what was changed is not on the way from the remembered head to the new one: it stays found.
        assert checkpoints(home) == signed


@pytest.mark.requirement("audit-forged")
def test_untouched_home_is_proved_and_signed(home: Path) -> None:
    """The same steps on a home that nobody touched."""
    before = checkpoints(home)
    with Casewright.open(home) as casewright:
        assert casewright.call("export_audit").success

    assert kind_found(home) is None
    assert checkpoints(home) > before
    with Casewright.open(home, actor=THEIRS) as casewright:
        assert casewright.verify_audit().holds


@pytest.mark.requirement("audit-forged")
@pytest.mark.parametrize(
    "act", [appended(3), rewritten("DELETE FROM audit_checkpoints"), cut(4, "DELETE FROM audit_checkpoints")]
)
def test_forged_history_is_told_on_the_command_line(
    home: Path, act: object, shell: Shell, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """verify ends with 5 and says what was done; export and checkpoint with 5; other commands work, and warn."""
    attacked(home, Attack("", act, ""))  # type: ignore[arg-type]

    assert "NOT verified: " in shell("audit", "verify", code=5).out
    assert "is not signed" in shell("audit", "export", "--out", tmp_path / "a.zip", code=5).err
    assert not (tmp_path / "a.zip").exists()
    assert "is not signed" in shell("audit", "checkpoint", code=5).err
    assert "is not signed" in shell("matter", "list").err
    refused = [
        one
        for one in shell("--json", "audit", "show", "--last", 60).json["events"]
        if one["event_type"] == "audit.head_refused"
    ]
    assert len(refused) == 1


@pytest.mark.requirement("audit-restored")
def test_restored_home_goes_on_once_it_is_accepted(home: Path, shell: Shell, tmp_path: Path) -> None:
    """An older copy of the database is cut; an ADMIN accepts it, which is recorded; then it is signed as ever."""
    assert home == shell.home
    old = shutil.copy(home / "casewright.db", tmp_path / "old.db")
    shell("matter", "create", "Newer")
    shell("matter", "create", "Newest")
    for name in ("casewright.db-wal", "casewright.db-shm"):
        (shell.home / name).unlink(missing_ok=True)
    shutil.copy(old, shell.home / "casewright.db")

    assert "cut off" in shell("audit", "verify", code=5).out
    accepted = shell("--json", "audit", "accept-restored").json
    assert accepted["accepted_count"] < accepted["remembered_count"]
    assert shell("--json", "audit", "verify").json["verified"] is True
    told = shell("--json", "audit", "show").json["events"]
    assert "audit.restored_accepted" in [one["event_type"] for one in told]
    assert "nothing to accept" in shell("audit", "accept-restored", code=2).err


@pytest.mark.requirement("audit-restored")
def test_checkpoint_that_takes_others_away_is_not_remembered(home: Path, shell: Shell) -> None:
    """A trigger removes the oldest checkpoint whenever one is stored: that there are as many as before is no answer."""
    trigger = "CREATE TRIGGER thief AFTER INSERT ON audit_checkpoints BEGIN DELETE FROM audit_checkpoints"
    oldest = "SELECT min(count) FROM audit_checkpoints WHERE tenant_id = NEW.tenant_id"
    with closing(sqlite3.connect(home / "casewright.db")) as connection, connection:
        connection.execute(f"{trigger} WHERE tenant_id = NEW.tenant_id AND count = ({oldest}); END")
    shell.matter("Beta")
    said = shell("audit", "export", "--out", home.parent / "pack.zip", code=5)
    assert "some were removed" in said.err
    assert not (home.parent / "pack.zip").exists()


def test_forged_log_is_not_accepted(home: Path, shell: Shell) -> None:
    """accept-restored takes no event that this system did not write."""
    attacked(home, Attack("", appended(1), ""))

    assert "did not write it" in shell("audit", "accept-restored", code=5).err
    assert shell("audit", "verify", code=5).code == 5


@pytest.mark.requirement("audit-truncation-limit")
def test_what_cannot_be_found_is_what_the_docs_say(home: Path) -> None:
    """Events that no process has remembered yet (it was killed) can be cut off: nothing outside knows of them."""
    with Casewright.open(home) as casewright:
        before = casewright.verify_audit().reached.count
        casewright.call("list_matters")
        crashed = home.with_name("crashed")
        shutil.copytree(home, crashed)
    attacked(crashed, Attack("", cut(before), ""))

    assert kind_found(crashed) is None


@pytest.mark.requirement("audit-signing-key")
def test_missing_keys_are_not_made_anew(home: Path, shell: Shell) -> None:
    """Without its signing key a home works, signs nothing and says so; --lost makes a new one, recorded. Without the
    key of its records it does not open."""
    key = shell.home / "audit-keys" / "signing.key"
    key.unlink()

    assert "rotate-key --lost" in shell("matter", "list").err
    assert not key.exists()
    assert "is missing" in shell("audit", "checkpoint", code=2).err
    assert "is missing" in shell("audit", "rotate-key", code=2).err
    assert "signs from now on" in shell("audit", "rotate-key", "--lost").out
    assert shell("--json", "audit", "verify").json["verified"] is True
    assert "not lost" in shell("audit", "rotate-key", "--lost", code=3).err

    (shell.home / "secret.key").unlink()
    assert "restore it from a backup" in shell("matter", "list", code=2).err
    assert not (shell.home / "secret.key").exists()


@pytest.mark.requirement("audit-adopted")
def test_home_from_before_adopts_its_head_once(home: Path) -> None:
    """Events without MACs stand by the chain; the cut-over is recorded, and what comes after has MACs."""
    with closing(sqlite3.connect(home / "casewright.db")) as connection, connection:
        connection.execute("UPDATE audit_events SET mac = NULL")
        [(count,)] = connection.execute("SELECT count FROM audit_heads WHERE tenant_id = 'local'")
    shutil.rmtree(home / "audit-keys" / "heads")

    with Casewright.open(home) as casewright:
        casewright.call("list_matters")
    with Casewright.open(home) as casewright:
        proof = casewright.verify_audit()
        events = casewright.call("read_audit", {"last": 10}).structured

    assert proof.holds
    assert proof.macs_after == count
    assert isinstance(events, dict)
    assert [one["tool_args"]["count"] for one in events["events"] if one["event_type"] == "audit.adopted"] == [count]
    attacked(home, Attack("", appended(1), ""))
    assert kind_found(home) == "forged"


@pytest.mark.requirement("audit-adopted")
def test_lost_heads_are_not_adopted_in_silence(home: Path) -> None:
    """Where records have MACs and the heads are gone, an ADMIN has to accept what is there."""
    shutil.rmtree(home / "audit-keys" / "heads")

    assert kind_found(home) == "cut"
    with Casewright.open(home) as casewright:
        assert casewright.call("checkpoint_audit").status is Status.ERROR
        assert casewright.call("accept_restored_audit").success
    assert kind_found(home) is None
