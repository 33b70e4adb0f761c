"""Files that a command writes are there whole or not at all, and never over one that is there unasked."""

from __future__ import annotations

import errno
import os
from typing import TYPE_CHECKING

import pytest

from casewright.cli.files import place_file, place_text, require_free
from casewright.errors import InvalidInput

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.requirement("never-overwritten")


def contents(folder: Path) -> list[tuple[str, bytes]]:
    return [(path.name, path.read_bytes()) for path in folder.iterdir()]


def test_file_is_moved_in_place_of_an_older_one(tmp_path: Path) -> None:
    """With force: the source is gone, the target is new, and nothing else is there."""
    source, target = tmp_path / "source", tmp_path / "target"
    source.write_bytes(b"new")
    target.write_bytes(b"old")

    place_file(target, source, force=True)

    assert contents(tmp_path) == [("target", b"new")]


def test_older_file_stays_where_nobody_said_otherwise(tmp_path: Path) -> None:
    """It is named, and --force with it; the source stays, and no draft does."""
    source, target = tmp_path / "source", tmp_path / "target"
    source.write_bytes(b"new")
    target.write_bytes(b"old")

    with pytest.raises(InvalidInput, match="--force"):
        place_file(target, source, force=False)
    with pytest.raises(InvalidInput, match="--force") as refused:
        place_text(target, b"new", force=False)
    assert str(target) in str(refused.value)

    assert sorted(contents(tmp_path)) == [("source", b"new"), ("target", b"old")]


def test_link_that_leads_nowhere_is_a_file_that_is_there(tmp_path: Path) -> None:
    """Nothing is written where it points; forced, the link itself is replaced."""
    target, elsewhere = tmp_path / "target", tmp_path / "elsewhere"
    target.symlink_to(elsewhere)

    with pytest.raises(InvalidInput, match="--force"):
        require_free([target], force=False)
    with pytest.raises(InvalidInput, match="--force"):
        place_text(target, b"new", force=False)
    place_text(target, b"new", force=True)

    assert contents(tmp_path) == [("target", b"new")]


@pytest.mark.parametrize("there", [False, True])
def test_file_system_without_links(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, there: bool) -> None:
    """The name is taken before the file is moved to it: what is there stays there, too."""

    def refuse(*_: object) -> None:
        raise OSError(errno.EPERM, "no links here")

    monkeypatch.setattr(os, "link", refuse)
    target = tmp_path / "target"
    if there:
        target.write_bytes(b"old")
        with pytest.raises(InvalidInput, match="--force"):
            place_text(target, b"new", force=False)
    else:
        place_text(target, b"new", force=False)

    assert contents(tmp_path) == [("target", b"old" if there else b"new")]


def test_rights_of_a_new_file(tmp_path: Path) -> None:
    """Those that are asked for, from its first byte on."""
    place_text(tmp_path / "secret", b"new", force=False, mode=0o600)
    assert (tmp_path / "secret").stat().st_mode & 0o777 == 0o600


def test_everything_is_asked_before_anything_is_done(tmp_path: Path) -> None:
    """A folder, a missing folder and a name that is given twice are sentences; a free name is none."""
    wrong = {
        "is a folder": [tmp_path],
        "make it first": [tmp_path / "none" / "file"],
        "named twice": [tmp_path / "a", tmp_path / "a"],
    }
    for said, targets in wrong.items():
        with pytest.raises(InvalidInput, match=said):
            require_free(targets, force=True)
    require_free([tmp_path / "a", tmp_path / "b"], force=False)


def test_failed_move_leaves_the_old_file(tmp_path: Path) -> None:
    """Where the source is not there the older file stays, and no draft does."""
    target = tmp_path / "target"
    target.write_bytes(b"old")

    with pytest.raises(FileNotFoundError):
        place_file(target, tmp_path / "source", force=True)

    assert contents(tmp_path) == [("target", b"old")]


def test_text_that_cannot_be_placed_leaves_nothing(tmp_path: Path) -> None:
    """A folder in the target's place is told, and no draft stays."""
    (tmp_path / "target").mkdir()

    with pytest.raises(OSError):
        place_text(tmp_path / "target", b"new", force=True)

    assert [path.name for path in tmp_path.iterdir()] == ["target"]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no named pipes here")
def test_pipe_is_never_replaced(tmp_path: Path) -> None:
    """Nor a device, whoever has the right to: other programs would lose it."""
    target = tmp_path / "pipe"
    os.mkfifo(target)

    for force in (False, True):
        with pytest.raises(InvalidInput, match="is no file"):
            require_free([target], force=force)
        with pytest.raises(InvalidInput, match="is no file"):
            place_text(target, b"new", force=force)
    assert target.is_fifo()
    assert list(tmp_path.iterdir()) == [target]
