"""The signing key: made once, read by its owner only, changed without losing what the old one signed."""

from __future__ import annotations

import stat
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

import pytest

from casewright.adapters.vault.signing import AuditKeys, verify
from casewright.audit.checkpoint import key_id_of
from casewright.errors import BadSettings, IntegrityError, Refused, Unavailable

if TYPE_CHECKING:
    from pathlib import Path

GIVEN = "0123456789abcdef" * 4


@pytest.mark.requirement("audit-signing-key")
def test_key_is_made_once_and_kept(tmp_path: Path) -> None:
    """The first start makes a key that only its owner can read; later ones find it."""
    first, again = AuditKeys(tmp_path / "keys"), AuditKeys(tmp_path / "keys")

    assert first.current().public_key == again.current().public_key
    assert stat.S_IMODE((tmp_path / "keys" / "signing.key").stat().st_mode) == 0o600
    assert stat.S_IMODE((tmp_path / "keys").stat().st_mode) == 0o700
    assert list(first.public_keys().values()) == [first.current().public_key]


def test_starts_at_once_agree_on_one_key(tmp_path: Path) -> None:
    """Of several first starts at the same moment each gets the same key."""
    with ThreadPoolExecutor(8) as pool:
        keys = list(pool.map(lambda _: AuditKeys(tmp_path / "keys").current().public_key, range(16)))

    assert len(set(keys)) == 1


@pytest.mark.requirement("audit-signing-key")
def test_rotation_keeps_the_old_public_key(tmp_path: Path) -> None:
    """A new key signs, what the old one signed still verifies, and the old private key is gone."""
    keys = AuditKeys(tmp_path)
    old = keys.current()
    private = (tmp_path / "signing.key").read_bytes()

    key_id = keys.rotate()

    assert key_id == key_id_of(keys.current().public_key)
    assert set(keys.public_keys()) == {key_id, key_id_of(old.public_key)}
    assert verify(keys.public_keys()[key_id_of(old.public_key)], b"then", old.sign(b"then"))
    assert AuditKeys(tmp_path).current().public_key == keys.current().public_key
    assert all(private not in path.read_bytes() for path in tmp_path.iterdir())
    assert stat.S_IMODE((tmp_path / "signing.key").stat().st_mode) == 0o600


@pytest.mark.requirement("audit-signing-key")
def test_key_from_elsewhere_is_not_kept(tmp_path: Path) -> None:
    """A key that is given stays out of the folder, its public half does not; it cannot be changed here."""
    keys = AuditKeys(tmp_path, given=GIVEN)

    assert [path.suffix for path in tmp_path.iterdir()] == [".pub"]
    assert AuditKeys(tmp_path, given=GIVEN.upper()).current().public_key == keys.current().public_key
    with pytest.raises(Refused, match="CASEWRIGHT_AUDIT_SIGNING_KEY"):
        keys.rotate()


@pytest.mark.parametrize("given", ["", "secret", GIVEN[:-1], GIVEN + "0", "g" * 64])
def test_key_that_cannot_be_used_is_not_told(tmp_path: Path, given: str) -> None:
    """A wrong key is refused with what it should be, and is not shown."""
    with pytest.raises(BadSettings, match="64 hexadecimal digits") as refused:
        AuditKeys(tmp_path, given=given)
    assert not given or given not in str(refused.value)


@pytest.mark.parametrize("length", [0, 31, 33])
def test_damaged_key_file(tmp_path: Path, length: int) -> None:
    """A key file of another length is named, and no other key takes its place."""
    (tmp_path / "signing.key").write_bytes(b"k" * length)
    (tmp_path / "signing.key").chmod(0o600)

    with pytest.raises(BadSettings, match="signing.key' is damaged"):
        AuditKeys(tmp_path)
    assert (tmp_path / "signing.key").read_bytes() == b"k" * length


@pytest.mark.parametrize("text", ["", "zz", "00" * 32, "ü"])
def test_changed_public_key_is_found(tmp_path: Path, text: str) -> None:
    """A public key's file must hold the key that its name is the hash of."""
    keys = AuditKeys(tmp_path)
    [path] = tmp_path.glob("*.pub")
    path.write_text(text, "utf-8")

    with pytest.raises(IntegrityError, match=".pub' was changed"):
        keys.public_keys()


def test_folder_that_cannot_be_made(tmp_path: Path) -> None:
    """A file where the folder should be is named."""
    (tmp_path / "keys").write_text("")

    with pytest.raises(Unavailable, match="keys"):
        AuditKeys(tmp_path / "keys")


@pytest.mark.requirement("audit-signing-key")
def test_key_that_is_gone_is_not_made_anew(tmp_path: Path) -> None:
    """Where a key ever signed, a missing one is told, and only a rotation that says it is lost makes another."""
    first = AuditKeys(tmp_path)
    (tmp_path / "signing.key").unlink()
    keys = AuditKeys(tmp_path)

    for sign in (keys.current, keys.rotate):
        with pytest.raises(BadSettings, match="rotate-key --lost"):
            sign()
    assert not (tmp_path / "signing.key").exists()
    assert set(keys.public_keys()) == set(first.public_keys())
    assert keys.rotate(lost=True) == key_id_of(keys.current().public_key)
    with pytest.raises(Refused, match="not lost"):
        keys.rotate(lost=True)


@pytest.mark.requirement("audit-signing-key")
def test_folder_that_is_gone_is_not_made_anew(tmp_path: Path) -> None:
    """Where the database knows of checkpoints, a key that is gone with its folder is not replaced either."""
    keys = AuditKeys(tmp_path / "keys", used=lambda: True)

    with pytest.raises(BadSettings, match="is missing"):
        keys.current()
