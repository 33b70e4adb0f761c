"""Files that a command writes are there whole or not at all."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from casewright.cli.files import place_file, place_text

if TYPE_CHECKING:
    from pathlib import Path


def test_file_is_moved_in_place_of_an_older_one(tmp_path: Path) -> None:
    """The source is gone, the target is new, and nothing else is there."""
    source, target = tmp_path / "source", tmp_path / "target"
    source.write_bytes(b"new")
    target.write_bytes(b"old")

    place_file(target, source)

    assert [(path.name, path.read_bytes()) for path in tmp_path.iterdir()] == [("target", b"new")]


def test_failed_move_leaves_the_old_file(tmp_path: Path) -> None:
    """Where the source is not there the older file stays, and no draft does."""
    target = tmp_path / "target"
    target.write_bytes(b"old")

    with pytest.raises(FileNotFoundError):
        place_file(target, tmp_path / "source")

    assert [(path.name, path.read_bytes()) for path in tmp_path.iterdir()] == [("target", b"old")]


def test_text_that_cannot_be_placed_leaves_nothing(tmp_path: Path) -> None:
    """A folder in the target's place is told, and no draft stays."""
    (tmp_path / "target").mkdir()

    with pytest.raises(OSError):
        place_text(tmp_path / "target", b"new")

    assert [path.name for path in tmp_path.iterdir()] == ["target"]
