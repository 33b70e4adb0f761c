"""Key files are made once, for their owner only, whole or not at all."""

from __future__ import annotations

import stat
from typing import TYPE_CHECKING

import pytest

from casewright.adapters.vault.key_files import KEY_BYTES, kept_key, replace_file
from casewright.errors import BadSettings, Refused, Unavailable

if TYPE_CHECKING:
    from pathlib import Path


def test_key_is_made_once(tmp_path: Path) -> None:
    """The first call makes a random key for the owner only, later ones find it, and no draft stays."""
    path = tmp_path / "some.key"
    key = kept_key(path)

    assert (len(key), kept_key(path)) == (KEY_BYTES, key)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert kept_key(tmp_path / "other.key") != key
    assert sorted(found.name for found in tmp_path.iterdir()) == ["other.key", "some.key"]


def test_short_key_is_damaged(tmp_path: Path) -> None:
    """A file that is too short to be a key is named and left alone."""
    path = tmp_path / "some.key"
    path.write_bytes(b"short")
    path.chmod(0o600)

    with pytest.raises(BadSettings, match="some.key' is damaged"):
        kept_key(path)
    assert path.read_bytes() == b"short"


def test_key_in_a_folder_that_is_not_there(tmp_path: Path) -> None:
    """A file that cannot be written is named."""
    with pytest.raises(Unavailable, match="some.key' cannot be written"):
        kept_key(tmp_path / "no" / "some.key")


def test_file_is_replaced_for_its_owner_only(tmp_path: Path) -> None:
    """What was there gives way, and only the owner may read the new one."""
    path = tmp_path / "some.key"
    path.write_bytes(b"old")
    path.chmod(0o644)

    replace_file(path, b"new")

    assert path.read_bytes() == b"new"
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_replacement_that_fails_leaves_the_old_file(tmp_path: Path) -> None:
    """Where the place cannot be taken, nothing is half-written and no draft stays."""
    (tmp_path / "some.key").mkdir()

    with pytest.raises(Unavailable):
        replace_file(tmp_path / "some.key", b"new")
    assert [path.name for path in tmp_path.iterdir()] == ["some.key"]


@pytest.mark.requirement("keys-private")
@pytest.mark.parametrize("mode", [0o640, 0o604, 0o644, 0o660, 0o610])
def test_key_that_others_may_use_is_refused(tmp_path: Path, mode: int) -> None:
    """A key file with rights for others is named with the remedy, and left as it is."""
    path = tmp_path / "some.key"
    kept_key(path)
    path.chmod(mode)

    with pytest.raises(Refused, match="some.key' can be read by others: make it yours alone with chmod 600"):
        kept_key(path)
    assert stat.S_IMODE(path.stat().st_mode) == mode
