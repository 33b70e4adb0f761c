"""Archives that somebody made to do harm: each is refused before anything is written."""

from __future__ import annotations

import json
import stat
import struct
import zipfile
from hashlib import sha256
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from casewright.adapters.backup.manifest import MANIFEST, is_place
from casewright.adapters.backup.reading import put_back, verified
from casewright.adapters.backup.writing import draft_of, new_archive
from casewright.domain.backups import BackupManifest
from casewright.errors import IntegrityError, InvalidInput

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

TOLD: dict[str, Any] = {
    "format": 1,
    "made_at": "2026-01-01T00:00:00+00:00",
    "version": "0",
    "schema": None,
    "with_keys": False,
    "chains": {},
    "links": {},
    "left_out": [],
}


def part(data: bytes) -> dict[str, object]:
    """What the manifest says of these bytes."""
    return {"size": len(data), "sha256": sha256(data).hexdigest()}


def make(path: Path, *members: tuple[zipfile.ZipInfo, bytes], **told: Any) -> Path:
    """An archive of these members, with a manifest that fits them."""
    parts = {info.filename: part(data) for info, data in members}
    with zipfile.ZipFile(path, "w") as archive:
        for info, data in members:
            archive.writestr(info, data)
        archive.writestr(MANIFEST, json.dumps({**TOLD, "parts": parts, **told}))
    return path


def member(name: str, mode: int = stat.S_IFREG | 0o600, packed: int = zipfile.ZIP_STORED) -> zipfile.ZipInfo:
    """A member of this kind."""
    info = zipfile.ZipInfo(name)
    info.external_attr = mode << 16
    info.compress_type = packed
    return info


def refused(archive: Path, reason: str) -> None:
    """The archive is refused for the reason, and nothing is made of it."""
    home = archive.parent / "home"
    before = sorted(archive.parent.iterdir())
    with pytest.raises(IntegrityError, match=reason):
        put_back(archive, home, lambda _folder, _manifest: None)
    assert sorted(archive.parent.iterdir()) == before


def test_whole_archive_is_put_back(tmp_path: Path) -> None:
    """What was written comes back, in folders and files of their owner alone, whatever rights the archive names."""
    archive = make(tmp_path / "a", (member("a/b/c.txt", stat.S_IFREG | 0o4777), b"c"), (member("d"), b""))
    put_back(archive, tmp_path / "home", lambda _folder, _manifest: None)
    assert (tmp_path / "home" / "a" / "b" / "c.txt").read_bytes() == b"c"
    modes = {path.name: stat.S_IMODE(path.stat().st_mode) for path in (tmp_path / "home").rglob("*")}
    assert modes == {"a": 0o700, "b": 0o700, "c.txt": 0o600, "d": 0o600}


@pytest.mark.parametrize("kind", [stat.S_IFLNK, stat.S_IFIFO, stat.S_IFCHR, stat.S_IFDIR, stat.S_IFSOCK])
@pytest.mark.requirement("ops-hostile-backup")
def test_members_that_are_no_files(tmp_path: Path, kind: int) -> None:
    """A link, a pipe, a device, a folder, a socket."""
    refused(make(tmp_path / "a", (member("passwd", kind | 0o777), b"/etc/passwd")), "a member is no file")


@pytest.mark.parametrize("packed", [zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_packed_members(tmp_path: Path, packed: int) -> None:
    """Ten megabytes in a few kilobytes are not unpacked."""
    archive = make(tmp_path / "a", (member("bomb", packed=packed), bytes(10_000_000)))
    assert archive.stat().st_size < 100_000
    refused(archive, "a member is packed")


def test_members_over_each_other(tmp_path: Path) -> None:
    """A hundred names for the same megabyte."""
    data = bytes(1_000_000)
    archive = make(tmp_path / "a", *[(member(f"{number:03}"), data) for number in range(2)])
    whole = bytearray(archive.read_bytes())
    # The second name's place in the directory of members is made to be the first one's.
    at = whole.rindex(b"PK\x01\x02", 0, whole.rindex(MANIFEST.encode()) - 40)
    whole[at + 42 : at + 46] = struct.pack("<L", 0)
    cut = whole[: 1_000_000 + 33] + whole[2 * (1_000_000 + 33) :]
    archive.write_bytes(cut)
    refused(archive, "stand over each other|no whole zip|is no backup")


def test_names_twice_and_names_of_folders(tmp_path: Path) -> None:
    """A member that stands twice, and one that is a file and a folder."""
    with pytest.warns(UserWarning, match="Duplicate name"):
        archive = make(tmp_path / "a", (member("x"), b"1"), (member("x"), b"2"))
    refused(archive, "stands in it twice")
    refused(make(tmp_path / "b", (member("x"), b"1"), (member("x/y"), b"2")), "both a file and a folder")


@pytest.mark.parametrize(
    ("told", "reason"),
    [
        ({"parts": {"x": part(b"1"), "y": part(b"")}}, "'y' is not both"),
        ({"parts": {}}, "'x' is not both"),
        ({"parts": {"x": part(b"22")}}, "the size of 'x'"),
        ({"parts": {"x": part(b"2")}}, "the SHA-256 of 'x'"),
        ({"format": 2}, "has format 2"),
        ({"parts": []}, "cannot be read"),
        ({"chains": {"local": {"count": "many", "head": ""}}}, "cannot be read"),
        ({"links": {"a.duckdb": "../../etc/passwd"}}, "cannot be read"),
        ({"links": {"../a.duckdb": "b"}}, "cannot be read"),
    ],
)
def test_lists_that_do_not_fit(tmp_path: Path, told: dict[str, Any], reason: str) -> None:
    """The list names other parts, sizes or hashes, another format, or links that lead elsewhere."""
    refused(make(tmp_path / "a", (member("x"), b"1"), **told), reason)


def test_no_list_and_no_zip(tmp_path: Path) -> None:
    """A zip of somebody else's, a text, nothing."""
    with zipfile.ZipFile(tmp_path / "a", "w") as archive:
        archive.writestr("x", b"1")
    refused(tmp_path / "a", "its list of parts is missing")
    for text in (b"", b"PK", b"hello" * 1000):
        (tmp_path / "a").write_bytes(text)
        refused(tmp_path / "a", "no whole zip")
    with pytest.raises(InvalidInput, match="There is no backup"):
        verified(tmp_path / "none")


@settings(max_examples=200, deadline=None)
@given(name=st.text(max_size=20))
def test_names_stay_below_the_home(name: str) -> None:
    """Whatever name is taken leads to a place below, and is written the same way there."""
    if is_place(name):
        steps = name.split("/")
        assert not {"", ".", ".."} & set(steps)
        assert not set(name) & set("\\:\0")


def test_bytes_that_are_changed_anywhere(tmp_path: Path) -> None:
    """Every byte of a small archive, changed: never another home than the whole one's; mostly none at all."""
    archive = make(tmp_path / "a", (member("x"), b"12345678"))
    whole = archive.read_bytes()
    there = verified(archive)
    passed = 0
    for at in range(len(whole)):
        archive.write_bytes(whole[:at] + bytes([whole[at] ^ 0x55]) + whole[at + 1 :])
        try:
            passed += verified(archive).parts == there.parts
        except IntegrityError:
            continue
    assert passed < len(whole) // 3  # dates and rights of members, which nothing is made of


def test_file_that_came_meanwhile_is_kept(tmp_path: Path) -> None:
    """A file that somebody else put in the place is not overwritten; a draft whose making failed is gone."""
    target = tmp_path / "a"

    def fail(write: Callable[[Path], None]) -> None:
        with draft_of(target, force=False) as draft:
            write(draft)

    def late(draft: Path) -> None:
        with new_archive(draft) as writing:
            writing.finish(BackupManifest("", "", None, with_keys=False, chains={}, parts={}))
        target.write_bytes(b"theirs")

    def broken(draft: Path) -> None:
        draft.write_bytes(b"half")
        raise KeyError

    with pytest.raises(InvalidInput, match="There is a file"):
        fail(late)
    assert target.read_bytes() == b"theirs"
    target.unlink()
    with pytest.raises(KeyError):
        fail(broken)
    assert list(tmp_path.iterdir()) == []
