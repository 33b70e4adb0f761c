"""Tests of casewright.cli.paths."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest

from casewright.cli.paths import gather
from casewright.errors import InvalidInput, NotFound

if TYPE_CHECKING:
    from pathlib import Path

KNOWN = (".txt", ".pdf")


def test_folders_give_their_readable_files_once(tmp_path: Path) -> None:
    """Files stay in the order given, folders give readable files sorted, hidden ones not, nothing twice."""
    for name in ("b.txt", "a.PDF", "c.exe", ".hidden.txt", "sub/d.txt", ".git/e.txt"):
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_text("x")
    found = gather([tmp_path / "b.txt", tmp_path, tmp_path / "c.exe"], KNOWN)
    assert [path.relative_to(tmp_path).as_posix() for path in found] == ["b.txt", "a.PDF", "sub/d.txt", "c.exe"]


def test_what_cannot_be_gathered(tmp_path: Path) -> None:
    """A missing path, an empty folder and a pipe each get a sentence that names them."""
    with pytest.raises(NotFound, match="no file or folder '.*missing'"):
        gather([tmp_path / "missing"], KNOWN)
    with pytest.raises(InvalidInput, match="has no file that can be read: known are .pdf, .txt"):
        gather([tmp_path], KNOWN)
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(InvalidInput, match="neither a file nor a folder"):
        gather([tmp_path / "pipe"], KNOWN)


def test_links_in_circles(tmp_path: Path) -> None:
    """A folder that links to itself is walked once."""
    (tmp_path / "a.txt").write_text("x")
    (tmp_path / "loop").symlink_to(tmp_path)
    assert gather([tmp_path], KNOWN) == [tmp_path / "a.txt"]
