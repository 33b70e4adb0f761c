"""Nothing outside of the project folder is read or written, wherever a path leads, and nothing is waited for."""

from __future__ import annotations

import os
import socket
import threading
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from casewright.adapters.workspace.descent import Descent, descend, open_root, require_inside
from casewright.adapters.workspace.project_folder import ProjectFolder
from casewright.domain.project_files import content_hash
from casewright.errors import CasewrightError, InvalidInput, NotFound, Refused

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

SECRET = "the secret"


@pytest.fixture
def outside(tmp_path: Path) -> Path:
    """A file beside the project, and a folder that begins with the project's name."""
    (tmp_path / "project-2").mkdir()
    (tmp_path / "project-2" / "secret").write_text(SECRET)
    (tmp_path / "secret").write_text(SECRET)
    return tmp_path


@pytest.fixture
def folder(outside: Path) -> Iterator[ProjectFolder]:
    """A project with one file and one folder."""
    (outside / "project" / "src").mkdir(parents=True)
    (outside / "project" / "a").write_text("mine")
    found = ProjectFolder(outside / "project")
    yield found
    found.close()


def link(name: str, target: str) -> Callable[[Path], None]:
    """A link in the project; OUT stands for the folder around it."""
    return lambda out: (out / "project" / name).symlink_to(target.replace("OUT", str(out)))


def nothing(_: Path) -> None:
    """The project as it is."""


def make_pipe(out: Path) -> None:
    os.mkfifo(out / "project" / "pipe")


def make_socket(out: Path) -> None:
    with socket.socket(socket.AF_UNIX) as made:
        made.bind(str(out / "project" / "socket"))


def make_links(out: Path) -> None:
    link("l", "m")(out)
    link("m", "OUT/secret")(out)


def make_loop(out: Path) -> None:
    (out / "project" / "x").symlink_to("y")
    (out / "project" / "y").symlink_to("x")


ESCAPES: dict[str, tuple[Callable[[Path], None], str, type[CasewrightError]]] = {
    "parent": (nothing, "../secret", Refused),
    "parent further down": (nothing, "src/../../secret", Refused),
    "parent of a missing folder": (nothing, "nothing/../../secret", NotFound),
    "whole path": (nothing, "OUT/secret", Refused),
    "whole path that begins alike": (nothing, "OUT/project-2/secret", Refused),
    "whole path with parent": (nothing, "OUT/project/../secret", Refused),
    "system's file": (nothing, "/etc/passwd", Refused),
    "home sign is a name": (nothing, "~/secret", NotFound),
    "link to a file": (link("l", "../secret"), "l", Refused),
    "link to a whole path": (link("l", "OUT/secret"), "l", Refused),
    "link to a whole path with parent": (link("l", "OUT/project/../secret"), "l", Refused),
    "link to a folder": (link("l", ".."), "l/secret", Refused),
    "link to the root": (link("l", "/"), "l/etc/passwd", Refused),
    "link to a link": (make_links, "l", Refused),
    "link further down": (link("src/l", "../../secret"), "src/l", Refused),
    "link to nothing outside": (link("l", "../new"), "l", Refused),
    "system's link to what is open": (link("l", "/proc/self/root/etc/passwd"), "l", Refused),
    "links in a circle": (make_loop, "x", InvalidInput),
    "links without end": (link("l", "l/l"), "l", InvalidInput),
    "device": (link("l", "/dev/zero"), "l", Refused),
    "pipe": (make_pipe, "pipe", InvalidInput),
    "socket": (make_socket, "socket", InvalidInput),
    "folder": (nothing, "src", InvalidInput),
    "folder by its slash": (nothing, "src/", InvalidInput),
    "the folder itself": (nothing, ".", InvalidInput),
    "the folder above": (nothing, "..", Refused),
    "file as a folder": (nothing, "a/b", NotFound),
    "nothing": (nothing, "  ", InvalidInput),
    "NUL": (nothing, "a\0b", InvalidInput),
    "long name": (nothing, "a" * 300, InvalidInput),
    "long path": (nothing, "a/" * 3000 + "a", InvalidInput),
    "deep path": (lambda out: os.makedirs(out / "project" / "/".join("d" * 102)), "d/" * 102 + "a", InvalidInput),
}


@pytest.mark.requirement("workspace-confined")
@pytest.mark.parametrize("case", ESCAPES)
def test_no_path_leads_out(folder: ProjectFolder, outside: Path, case: str) -> None:
    """Read or written, with a hash or without: it is refused with the path in the sentence, and all is as it was."""
    prepare, path, error = ESCAPES[case]
    prepare(outside)
    path = path.replace("OUT", str(outside.resolve()))
    before = sorted(str(one) for one in outside.rglob("*"))
    attempts: list[Callable[[], object]] = [
        lambda: folder.read(path),
        lambda: folder.write(path, "changed", expected=None),
        lambda: folder.write(path, "changed", expected=content_hash(SECRET.encode())),
    ]
    told = []
    for attempt in attempts:
        with pytest.raises(error) as found:
            attempt()
        told.append(str(found.value))
    assert all(SECRET not in one and one.isprintable() for one in told)
    assert [(outside / name).read_text() for name in ("secret", "project-2/secret", "project/a")] == [
        SECRET,
        SECRET,
        "mine",
    ]
    assert sorted(str(one) for one in outside.rglob("*")) == before


@pytest.mark.requirement("workspace-confined")
def test_device_in_the_folder_is_no_file(folder: ProjectFolder, outside: Path) -> None:
    """A device is not opened."""
    try:
        os.mknod(outside / "project" / "zero", 0o020666, os.makedev(1, 5))
    except OSError:
        pytest.skip("only root can make devices")
    with pytest.raises(InvalidInput, match="is a device and no file"):
        folder.read("zero")


@pytest.mark.requirement("workspace-confined")
def test_names_are_shown_as_escapes(folder: ProjectFolder, outside: Path) -> None:
    """A name may hold whatever the system takes; what is said of it steers nothing."""
    name = "a\nb\x1b[2J\u202e"
    (outside / "project" / name).write_text("there")
    assert folder.read(name).text == "there"
    with pytest.raises(NotFound, match=r"'a\\nb\\x1b\[2J\\u202ec'"):
        folder.read(name + "c")


@pytest.mark.requirement("workspace-confined")
@pytest.mark.parametrize("path", ["home/secret.key", "src/../home/keys/ada.key", "link/secret.key", "home/new"])
def test_own_home_is_left_alone(outside: Path, path: str) -> None:
    """A project that holds the home of Casewright gives none of its files away, by whatever name."""
    (outside / "project" / "home" / "keys").mkdir(parents=True)
    (outside / "project" / "src").mkdir()
    (outside / "project" / "home" / "secret.key").write_text(SECRET)
    (outside / "project" / "link").symlink_to("home")
    found = ProjectFolder(outside / "project", home=outside / "project" / "home")
    for attempt in (lambda: found.read(path), lambda: found.write(path, "", expected=None)):
        with pytest.raises(Refused, match="is in the home folder of Casewright"):
            attempt()
    found.close()


@pytest.mark.requirement("workspace-confined")
def test_other_name_of_a_file_of_the_home(outside: Path) -> None:
    """A hard link to a key is neither read nor replaced; one to another file is read as ever."""
    (outside / "home" / "keys").mkdir(parents=True)
    (outside / "home" / "keys" / "ada.key").write_text(SECRET)
    (outside / "project").mkdir()
    (outside / "project" / "k").hardlink_to(outside / "home" / "keys" / "ada.key")
    (outside / "project" / "a").write_text("mine")
    (outside / "project" / "b").hardlink_to(outside / "project" / "a")
    found = ProjectFolder(outside / "project", home=outside / "home")
    for attempt in (lambda: found.read("k"), lambda: found.write("k", "", expected=content_hash(SECRET.encode()))):
        with pytest.raises(Refused, match="'k' is a file of the home folder of Casewright"):
            attempt()
    assert found.read("b").text == "mine"
    found.close()


@pytest.mark.requirement("workspace-confined")
@pytest.mark.parametrize("root", ["home", "home/keys", "link"])
def test_own_home_is_no_project(outside: Path, root: str) -> None:
    """Nor can a session be opened in it."""
    (outside / "home" / "keys").mkdir(parents=True)
    (outside / "link").symlink_to("home")
    with pytest.raises(Refused, match="is in the home folder of Casewright"):
        ProjectFolder(outside / root, home=outside / "home")


class Swapping:
    """Puts one thing after the other in a name's place, as fast as it can, in a thread of its own."""

    def __init__(self, name: Path, *others: Path) -> None:
        self._name = name
        self._others = others
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._swap)

    def __enter__(self) -> None:
        self._thread.start()

    def __exit__(self, *_: object) -> None:
        self._over.set()
        self._thread.join()

    def _swap(self) -> None:
        while not self._over.is_set():
            for other in self._others:
                with suppress(OSError):
                    self._name.rename(self._name.with_name("aside"))
                    other.rename(self._name)
                    self._name.rename(other)
                    self._name.with_name("aside").rename(self._name)


@pytest.mark.requirement("workspace-confined")
@pytest.mark.parametrize("kind", ["folder", "file"])
def test_link_that_is_put_there_meanwhile_leads_nowhere(folder: ProjectFolder, outside: Path, kind: str) -> None:
    """Between looking and opening, a folder or a file becomes a link to outside: never is anything of there read."""
    project = outside / "project"
    (project / "src" / "secret").write_text("mine")
    (project / "file").write_text("mine")
    (project / "link").symlink_to(outside if kind == "folder" else outside / "secret")
    name, path = ("src", "src/secret") if kind == "folder" else ("file", "file")
    ends: set[str] = set()
    with Swapping(project / name, project / "link"):
        for attempt in range(100_000):
            if attempt > 3_000 and {"mine", "Refused"} <= ends:
                break
            try:
                ends.add(folder.read(path).text)
            except CasewrightError as error:
                ends.add(type(error).__name__)
    assert SECRET not in ends
    assert {"mine", "Refused"} <= ends, "nothing was swapped in time"


@pytest.mark.requirement("workspace-confined")
def test_writing_beside_a_swapped_folder_stays_inside(folder: ProjectFolder, outside: Path) -> None:
    """The same while it is written: outside there is never a file more, nor another text."""
    project = outside / "project"
    (project / "link").symlink_to(outside)
    written = 0
    with Swapping(project / "src", project / "link"):
        for number in range(10_000):
            if number > 300 and written:
                break
            with suppress(CasewrightError):
                written += folder.write(f"src/new{number}", "x", expected=None)
    assert written > 0
    assert sorted(os.listdir(outside)) == ["project", "project-2", "secret"]
    assert (outside / "secret").read_text() == SECRET


class SwappedDescent(Descent):
    """A way down on which a folder becomes a link as soon as it was looked at."""

    def _look(self, name: str) -> os.stat_result | None:
        status = super()._look(name)
        if name == "src":
            (Path(self._root) / "src").rename(Path(self._root) / "aside")
            (Path(self._root) / "src").symlink_to("..")
        return status


@pytest.mark.requirement("workspace-confined")
def test_folder_swapped_after_the_look_is_not_entered(outside: Path) -> None:
    """What was a folder and is a link is not gone through."""
    project = outside.resolve() / "project"
    (project / "src").mkdir(parents=True)
    top = open_root(str(project))
    descent = SwappedDescent(str(project), top, "src/secret")
    with pytest.raises(NotFound, match="a part of it is no folder"):
        descent.walk()
    descent.close()
    os.close(top)


@pytest.mark.requirement("workspace-confined")
def test_file_swapped_after_the_look_is_not_opened(folder: ProjectFolder, outside: Path) -> None:
    """What was a file and is a link, or a pipe, is neither read nor waited for."""
    for swap in (link("a", "../secret"), lambda out: os.mkfifo(out / "project" / "a")):
        with descend(folder.root, folder._top, "a") as place:
            (outside / "project" / "a").unlink()
            swap(outside)
            with pytest.raises(InvalidInput, match="'a' "):
                folder._read(place, "a")
        (outside / "project" / "a").unlink()
        (outside / "project" / "a").write_text("mine")


@pytest.mark.requirement("workspace-confined")
def test_folder_that_is_moved_out_is_left_alone(outside: Path) -> None:
    """A folder that was below the project and is elsewhere by now is asked where it lies."""
    project = outside.resolve() / "project"
    (project / "src").mkdir(parents=True)
    top = open_root(str(project))
    with descend(str(project), top, "src/b") as place:
        require_inside(place.folder, str(project), "src/b")
        (project / "src").rename(outside / "moved")
        with pytest.raises(Refused, match="leads out of the project folder"):
            require_inside(place.folder, str(project), "src/b")
    os.close(top)
