"""Tests of casewright.cli.paths."""

from __future__ import annotations

import os
import socket
from typing import TYPE_CHECKING

import pytest

from casewright.cli.paths import gather, read_file
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
    assert [path.relative_to(tmp_path).as_posix() for path in found.files] == ["b.txt", "a.PDF", "sub/d.txt", "c.exe"]


def test_what_cannot_be_gathered(tmp_path: Path) -> None:
    """A missing path, an empty folder and a pipe each get a sentence that names them."""
    with pytest.raises(NotFound, match="no file or folder '.*missing'"):
        gather([tmp_path / "missing"], KNOWN)
    with pytest.raises(InvalidInput, match="has no file that can be read: known are .pdf, .txt"):
        gather([tmp_path], KNOWN)
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(InvalidInput, match="neither a file nor a folder"):
        gather([tmp_path / "pipe"], KNOWN)


@pytest.mark.requirement("outside-links")
def test_links_that_lead_out_are_named_and_skipped(tmp_path: Path) -> None:
    """A link to a file or a folder elsewhere, straight or by another link, is never followed from within a folder."""
    room, elsewhere = tmp_path / "room", tmp_path / "elsewhere"
    room.mkdir()
    elsewhere.mkdir()
    (elsewhere / "secret.txt").write_text("secret")
    (room / "a.txt").write_text("x")
    (room / "file.txt").symlink_to(elsewhere / "secret.txt")
    (room / "folder").symlink_to(elsewhere)
    (room / "by_link.txt").symlink_to(room / "file.txt")
    (room / "up.txt").symlink_to("../elsewhere/secret.txt")
    found = gather([room], KNOWN)
    assert found.files == (room / "a.txt",)
    assert [one.name for one in found.skipped] == ["by_link.txt", "file.txt", "folder", "up.txt"]
    assert all("leads out of the folder" in one.reason for one in found.skipped)


@pytest.mark.requirement("outside-links")
def test_links_within_a_folder_are_read_once(tmp_path: Path) -> None:
    """A link is read where its file has no name of its own there; circles and ends in the air are named."""
    (tmp_path / ".store").mkdir()
    (tmp_path / ".store" / "1").write_text("x")
    (tmp_path / "a.txt").write_text("x")
    for name, target in (("b.txt", "a.txt"), ("kept.txt", ".store/1"), ("twice.txt", ".store/1"), ("gone.txt", "none")):
        (tmp_path / name).symlink_to(target)
    (tmp_path / "loop").symlink_to(tmp_path)
    (tmp_path / "self.txt").symlink_to("self.txt")
    found = gather([tmp_path], KNOWN)
    assert [path.name for path in found.files] == ["a.txt", "kept.txt"]
    assert {one.name: one.reason for one in found.skipped} == {
        ".store": "is hidden: its name begins with a dot",
        "b.txt": "is a link to a file that is read under another name",
        "gone.txt": "is a link that leads nowhere",
        "loop": "is a link to a folder of the same folder",
        "self.txt": "is a link that leads nowhere",
        "twice.txt": "is a link to a file that is read under another name",
    }


@pytest.mark.requirement("outside-links")
def test_given_links_are_followed(tmp_path: Path) -> None:
    """Who names a link means what it leads to, be it a file or a folder."""
    (tmp_path / "room").mkdir()
    (tmp_path / "room" / "a.txt").write_text("x")
    (tmp_path / "folder").symlink_to(tmp_path / "room")
    (tmp_path / "file.txt").symlink_to(tmp_path / "room" / "a.txt")
    found = gather([tmp_path / "folder", tmp_path / "file.txt"], KNOWN)
    assert found.files == (tmp_path / "folder" / "a.txt", tmp_path / "file.txt")
    assert found.skipped == ()


@pytest.mark.requirement("outside-links")
def test_what_is_no_file_is_named_and_not_waited_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A pipe and a socket in a folder are skipped; a pipe that takes a file's place later is refused, not read."""
    (tmp_path / "a.txt").write_text("x")
    os.mkfifo(tmp_path / "pipe.txt")
    with socket.socket(socket.AF_UNIX) as listening:
        monkeypatch.chdir(tmp_path)  # a socket's path may not be long
        listening.bind("socket.txt")
        found = gather([tmp_path], KNOWN)
    assert [path.name for path in found.files] == ["a.txt"]
    reasons = {one.name: one.reason for one in found.skipped}
    assert reasons == {"pipe.txt": "is a pipe and no file", "socket.txt": "is a socket and no file"}
    with pytest.raises(InvalidInput, match="is no file"):
        read_file(tmp_path / "pipe.txt", limit=100)
    with pytest.raises(InvalidInput, match="split it"):
        read_file(tmp_path / "a.txt", limit=0)


def test_folder_that_cannot_be_opened_is_named(tmp_path: Path) -> None:
    """What may lie in a folder of somebody else's is not passed over in silence."""
    (tmp_path / "a.txt").write_text("x")
    (tmp_path / "closed").mkdir(mode=0)
    found = gather([tmp_path], KNOWN)
    if os.geteuid() != 0:  # root opens everything
        assert [one.name for one in found.skipped] == ["closed"]
    assert [path.name for path in found.files] == ["a.txt"]
