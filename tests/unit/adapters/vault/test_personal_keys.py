"""Tests of casewright.adapters.vault.personal_keys."""

from __future__ import annotations

import stat
from typing import TYPE_CHECKING

import pytest

from casewright.adapters.vault.personal_keys import read_personal, write_personal
from casewright.errors import BadSettings, InvalidInput, Refused, Unavailable

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.requirement("people-keys")
def test_file_is_its_owners_alone(tmp_path: Path) -> None:
    """The file can be read by its owner only, and so can a folder that was made for it; the text comes back."""
    path = tmp_path / "keys" / "ada.key"
    write_personal(path, "secret")
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700
    assert read_personal(path) == "secret\n"


def test_key_is_written_once(tmp_path: Path) -> None:
    """A file that is there is never overwritten."""
    path = tmp_path / "ada.key"
    write_personal(path, "first")
    with pytest.raises(InvalidInput, match=r"already a file .*ada.key.*--key-file"):
        write_personal(path, "second")
    assert read_personal(path) == "first\n"


def test_place_that_cannot_hold_a_file(tmp_path: Path) -> None:
    """Where no file can be made the error names it."""
    (tmp_path / "file").write_text("")
    with pytest.raises(Unavailable, match=r"ada.key.* cannot be written"):
        write_personal(tmp_path / "file" / "ada.key", "x")


@pytest.mark.parametrize("mode", [0o640, 0o604, 0o644])
def test_file_that_others_can_read_is_refused(tmp_path: Path, mode: int) -> None:
    """A key that others can read proves nothing: it is refused with what to do."""
    path = tmp_path / "ada.key"
    write_personal(path, "secret")
    path.chmod(mode)
    with pytest.raises(Refused, match="chmod 600"):
        read_personal(path)


@pytest.mark.parametrize("name", ["missing.key", "."])
def test_file_that_cannot_be_read(tmp_path: Path, name: str) -> None:
    """A file that is missing, or none, is named."""
    with pytest.raises(BadSettings, match="cannot be read"):
        read_personal(tmp_path / name)


def test_any_bytes_are_read(tmp_path: Path) -> None:
    """A file with other bytes than text comes back as a text that is no key."""
    path = tmp_path / "x.key"
    path.touch(0o600)
    path.write_bytes(b"\xff\x00")
    assert read_personal(path) == "\ufffd\x00"
