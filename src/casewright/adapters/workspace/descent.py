"""The way down from a folder to one of its files, step by step over open folders: nothing on it can lead out.

Invariants, whatever changes in the folder meanwhile:

- Every step opens one name in a folder that is open already, and follows no link (``O_NOFOLLOW``): a link is read, and
  its words are walked in the same way. An absolute link counts from the folder where it says the folder's own path.
- ``..`` goes back to the folder that was open before, never to what the system takes for its parent.
- What is open is asked where it lies (``/proc/self/fd``, where there is one): a folder that was moved out is refused.
- A folder that is closed to the session, by whatever name and link, is not entered: it is known by its inode.
"""

from __future__ import annotations

import errno
import os
import stat
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from casewright.errors import InvalidInput, NotFound, Refused

if TYPE_CHECKING:
    from collections.abc import Iterator

_LONGEST_PATH = 4_096
_DEEPEST = 100
_MOST_LINKS = 20
_FOLDER = os.O_RDONLY | getattr(os, "O_DIRECTORY", 0) | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_CLOEXEC", 0)

Closed: TypeAlias = "frozenset[tuple[int, int]]"
"""Folders that are not entered, each as ``identity`` has it."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where a path leads: a name in an open folder, and what is there, by ``os.lstat``; None for nothing.

    It is never a link. ``folder`` is open as long as the block of ``descend`` runs.
    """

    folder: int
    name: str
    status: os.stat_result | None


class Descent:
    """One way down from the folder ``root``, open as ``top``, past the ``closed`` folders."""

    def __init__(self, root: str, top: int, path: str, closed: Closed = frozenset()) -> None:
        self._root = root
        self._closed = closed
        self._path = path
        self._open = [os.dup(top)]
        self._links = 0

    def close(self) -> None:
        """Let go of every folder on the way."""
        while self._open:
            os.close(self._open.pop())

    def walk(self) -> Place:
        """The place. Raises ``InvalidInput``, ``Refused`` or ``NotFound``."""
        parts = self._parts(self._path)
        while parts:
            name = parts.pop()
            if name == "..":
                self._up()
                continue
            status = self._look(name)
            if status is not None and stat.S_ISLNK(status.st_mode):
                parts += self._parts(self._target(name))
            elif parts:
                self._down(name)
            else:
                require_inside(self._open[-1], self._root, self._path)
                return Place(self._open[-1], name, status)
        raise InvalidInput(f"{self._path!r} is a folder: name a file in it")

    def _parts(self, path: str) -> list[str]:
        """The names of a path, the first one last."""
        if os.path.isabs(path):
            within = os.path.normpath(path) if ".." not in path.split("/") else path
            if within != self._root and not within.startswith(self._root.rstrip("/") + "/"):
                raise _outside(self._path)
            while len(self._open) > 1:
                os.close(self._open.pop())
            path = within[len(self._root) :]
        return [name for name in reversed(path.split("/")) if name not in ("", ".")]

    def _look(self, name: str) -> os.stat_result | None:
        try:
            return os.lstat(name, dir_fd=self._open[-1])
        except FileNotFoundError:
            return None
        except OSError as error:
            raise _refusal(self._path, error) from error

    def _target(self, name: str) -> str:
        self._links += 1
        if self._links > _MOST_LINKS:
            raise InvalidInput(f"{self._path!r} goes through more than {_MOST_LINKS} links: name the file itself")
        try:
            return os.readlink(name, dir_fd=self._open[-1])
        except OSError as error:
            raise _refusal(self._path, error) from error

    def _up(self) -> None:
        if len(self._open) == 1:
            raise _outside(self._path)
        os.close(self._open.pop())

    def _down(self, name: str) -> None:
        if len(self._open) > _DEEPEST:
            raise InvalidInput(f"{self._path!r} is more than {_DEEPEST} folders deep: open the session further down")
        try:
            self._open.append(os.open(name, _FOLDER, dir_fd=self._open[-1]))
        except FileNotFoundError:
            raise NotFound(f"{self._path!r} not found: there is no folder {name!r} on the way") from None
        except OSError as error:
            raise _refusal(self._path, error) from error
        if identity(os.fstat(self._open[-1])) in self._closed:
            raise Refused(f"{self._path!r} is in the home folder of Casewright, which is not read or written here")


def identity(status: os.stat_result) -> tuple[int, int]:
    """What a file or folder is known by, whatever it is called."""
    return status.st_dev, status.st_ino


def open_root(root: str) -> int:
    """The folder, open. Raises ``OSError``."""
    return os.open(root, _FOLDER)


@contextmanager
def descend(root: str, top: int, path: str, closed: Closed = frozenset()) -> Iterator[Place]:
    """The place that ``path`` leads to below the folder ``root``, open as ``top``.

    Raises ``InvalidInput`` for a path that is none, ``Refused`` where it leads out, ``NotFound`` for a missing folder.
    """
    if not path.strip():
        raise InvalidInput("The path is empty: name a file below the project folder")
    if "\0" in path:
        raise InvalidInput(f"{path!r} has a NUL in it, which no path can have: take it out")
    if len(os.fsencode(path)) > _LONGEST_PATH:
        raise InvalidInput(f"The path has more than {_LONGEST_PATH:,} bytes: name a file below the project folder")
    if path.endswith("/"):
        raise InvalidInput(f"{path!r} is a folder: name a file in it")
    descent = Descent(root, top, path, closed)
    try:
        yield descent.walk()
    finally:
        descent.close()


def require_inside(descriptor: int, root: str, path: str) -> None:
    """Ask the system where what is open lies now. Raises ``Refused`` where that is not in the folder."""
    try:
        where = os.readlink(f"/proc/self/fd/{descriptor}")
    except OSError:
        return  # no such file system here: the way down has to do
    if where != root and not where.startswith(root.rstrip("/") + "/"):
        raise _outside(path)


def _outside(path: str) -> Refused:
    return Refused(f"{path!r} leads out of the project folder: only files below it are read and written")


def _refusal(path: str, error: OSError) -> InvalidInput | NotFound:
    if error.errno in (errno.ELOOP, errno.ENOTDIR):
        return NotFound(f"{path!r} not found: a part of it is no folder")
    if error.errno == errno.ENAMETOOLONG:
        return InvalidInput(f"{path!r} has a name that is too long for this system: shorten it")
    return InvalidInput(f"{path!r} cannot be opened: {error.strerror}; check its permissions")
