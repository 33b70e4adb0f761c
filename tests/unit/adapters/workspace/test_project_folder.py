"""Tests of casewright.adapters.workspace.project_folder: what is in the folder is read and written as it is."""

from __future__ import annotations

import os
import stat
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from casewright.adapters.workspace.project_folder import MOST_BYTES, ProjectFolder
from casewright.domain.project_files import content_hash
from casewright.errors import CasewrightError, InvalidInput, NotFound, Refused

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

TEXT = "one\r\ntwo\nthree"


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A project with one file in a folder."""
    (tmp_path / "project" / "src").mkdir(parents=True)
    (tmp_path / "project" / "src" / "a.py").write_bytes(TEXT.encode())
    return tmp_path / "project"


@pytest.fixture
def folder(root: Path) -> Iterator[ProjectFolder]:
    """The project, open; no descriptor is left behind by whatever is asked of it."""
    found = ProjectFolder(root)
    before = os.listdir("/proc/self/fd")
    yield found
    assert os.listdir("/proc/self/fd") == before
    found.close()


PATHS = ["src/a.py", "./src//a.py", "src/../src/a.py", "ROOT/src/a.py", "ROOT/src/../src/a.py"]


@pytest.mark.requirement("workspace-read")
@pytest.mark.parametrize("path", PATHS)
def test_file_is_read_by_any_path_below_the_folder(folder: ProjectFolder, path: str) -> None:
    """By its path below the folder or its whole one; line ends as they are."""
    found = folder.read(path.replace("ROOT", folder.root))
    assert (found.text, found.size, found.sha256) == (TEXT, len(TEXT), content_hash(TEXT.encode()))
    assert found.whole


@pytest.mark.requirement("workspace-read")
def test_links_within_the_folder_are_followed(folder: ProjectFolder, root: Path) -> None:
    """A link to a file, to a folder, to another link, one with .. in it and one by its whole path."""
    (root / "file").symlink_to("src/a.py")
    (root / "folder").symlink_to("src")
    (root / "again").symlink_to("folder/../file")
    (root / "src" / "up").symlink_to("../src/a.py")
    (root / "whole").symlink_to(root.resolve() / "src" / "a.py")
    for path in ("file", "folder/a.py", "again", "src/up", "whole"):
        assert folder.read(path).text == TEXT, path


@pytest.mark.requirement("workspace-read")
def test_folder_may_be_a_link(root: Path, tmp_path: Path) -> None:
    """The session is about what the link leads to when it begins, also once the link leads elsewhere."""
    (tmp_path / "link").symlink_to(root)
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "secret").write_text("secret")
    found = ProjectFolder(tmp_path / "link")
    (tmp_path / "link").unlink()
    (tmp_path / "link").symlink_to(tmp_path / "other")
    assert found.read("src/a.py").text == TEXT
    with pytest.raises(NotFound):
        found.read("secret")
    found.close()


@pytest.mark.parametrize(("name", "error"), [("nothing", NotFound), ("file", InvalidInput), ("loop", InvalidInput)])
def test_project_that_is_no_folder(tmp_path: Path, name: str, error: type[CasewrightError]) -> None:
    """What is no folder is told with the option that names one."""
    (tmp_path / "file").write_text("")
    (tmp_path / "loop").symlink_to("loop")
    with pytest.raises(error, match=name):
        ProjectFolder(tmp_path / name)


@pytest.mark.requirement("workspace-read")
def test_long_file_is_read_up_to_a_bound(root: Path) -> None:
    """Its beginning, without half a character, and no hash: it is not changed. One of just the bound is whole."""
    folder = ProjectFolder(root, most_bytes=8)
    (root / "long").write_bytes("ăăăxăă".encode())
    (root / "bound").write_bytes("ăăăă".encode())
    long, bound = folder.read("long"), folder.read("bound")
    assert (long.text, long.size, long.sha256, long.whole) == ("ăăăx", 11, None, False)
    assert (bound.text, bound.whole) == ("ăăăă", True)
    with pytest.raises(InvalidInput, match="11 bytes"):
        folder.write("long", "", expected="0" * 64)
    with pytest.raises(InvalidInput, match="would have 10 bytes"):
        folder.write("new", "ăăăăă", expected=None)
    folder.close()


def test_endless_file_is_read_up_to_the_bound(folder: ProjectFolder, root: Path) -> None:
    """A file of a terabyte of nothing costs a megabyte."""
    with (root / "sparse").open("wb") as file:
        file.truncate(1 << 40)
    with pytest.raises(InvalidInput, match="NUL bytes"):
        folder.read("sparse")


@pytest.mark.parametrize(("data", "why"), [(b"a\0b", "NUL bytes"), (b"ab\xff", r"UTF-8 \(byte 2\)")])
def test_what_is_no_text_is_told(folder: ProjectFolder, root: Path, data: bytes, why: str) -> None:
    """Bytes that are no text are not shown as one."""
    (root / "data").write_bytes(data)
    with pytest.raises(InvalidInput, match=why):
        folder.read("data")


@pytest.mark.requirement("workspace-write")
def test_written_file_keeps_its_rights_and_its_link(folder: ProjectFolder, root: Path) -> None:
    """The file is another one in its place, with the rights of the old; a link to it still leads there."""
    target = root / "src" / "a.py"
    target.chmod(0o751)
    (root / "link").symlink_to("src/a.py")
    before = target.stat().st_ino
    assert folder.write("link", "ny\n", expected=content_hash(TEXT.encode())) == 3
    assert (root / "link").is_symlink()
    assert (target.read_text(), stat.S_IMODE(target.stat().st_mode)) == ("ny\n", 0o751)
    assert target.stat().st_ino != before
    assert sorted(os.listdir(root / "src")) == ["a.py"]


@pytest.mark.requirement("workspace-write")
@pytest.mark.parametrize(("rights", "given"), [(0o755, 0o644), (0o700, 0o600), (0o775, 0o664)])
def test_new_file_is_for_whom_its_folder_is(folder: ProjectFolder, root: Path, rights: int, given: int) -> None:
    """Who may enter the folder may read it, whatever the mask of the command."""
    (root / "src").chmod(rights)
    assert folder.write("src/new.py", "ă", expected=None) == 2
    assert stat.S_IMODE((root / "src" / "new.py").stat().st_mode) == given
    assert sorted(os.listdir(root / "src")) == ["a.py", "new.py"]


@pytest.mark.requirement("workspace-write")
@pytest.mark.parametrize(
    ("path", "expected", "error", "why"),
    [
        ("src/a.py", None, Refused, "There is a file 'src/a.py' already"),
        ("src/a.py", content_hash(b"other"), Refused, "has changed since it was read"),
        ("src/b.py", content_hash(b"other"), Refused, "is gone since it was read"),
        ("nothing/b.py", None, NotFound, "there is no folder 'nothing'"),
        ("src", None, InvalidInput, "is a folder and no file"),
        ("src/a.py/b", None, NotFound, "a part of it is no folder"),
    ],
)
def test_what_is_not_as_the_call_says_is_not_written(
    folder: ProjectFolder, root: Path, path: str, expected: str | None, error: type[CasewrightError], why: str
) -> None:
    """The file is as it was, and no draft is left beside it."""
    with pytest.raises(error, match=why):
        folder.write(path, "new", expected=expected)
    assert (root / "src" / "a.py").read_bytes() == TEXT.encode()
    assert os.listdir(root / "src") == ["a.py"]


@pytest.mark.requirement("workspace-write")
@given(before=st.text(max_size=40), after=st.text(max_size=40))
def test_texts_come_back_as_they_were_written(
    tmp_path_factory: pytest.TempPathFactory, before: str, after: str
) -> None:
    """Whatever the ends of lines and the characters; and the hash of what was read fits the next call."""
    found = ProjectFolder(tmp_path_factory.mktemp("written"))
    before, after = before.replace("\0", ""), after.replace("\0", "")
    size = found.write("a", before, expected=None)
    read = found.read("a")
    assert (read.text, read.size) == (before, size)
    found.write("a", after, expected=read.sha256)
    assert found.read("a").text == after
    found.close()


def test_bound_is_a_megabyte() -> None:
    """As the documentation says."""
    assert MOST_BYTES == 1_048_576
