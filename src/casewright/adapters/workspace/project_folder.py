"""Text files of one project folder: read and written below it and nowhere else, and never waited for.

The folder itself may be named by a link: what it leads to when the session begins is open until it ends. What lies in
the home of Casewright, with its keys, is left alone even where the folder holds it.
"""

from __future__ import annotations

import errno
import os
import stat
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING
from uuid import uuid4

from casewright.adapters.workspace.descent import descend, identity, open_root, require_inside
from casewright.domain.project_files import ProjectFile, content_hash
from casewright.errors import InvalidInput, NotFound, Refused, ToolFailed, Unavailable

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from casewright.adapters.workspace.descent import Closed, Place

MOST_BYTES = 1024 * 1024
"""Bytes of a file that are read; a longer one is shown in part and not changed."""
_KINDS = {stat.S_IFDIR: "a folder", stat.S_IFIFO: "a pipe", stat.S_IFSOCK: "a socket"}
_READ = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_CLOEXEC", 0)
_NEW = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_CLOEXEC", 0)
_TEXT_RIGHTS = 0o666
_NO_LINKS = {errno.EPERM, errno.ENOTSUP, errno.EOPNOTSUPP, errno.EMLINK}
"""How a file system says that a file has one name there; then the look just before has to do."""


class ProjectFolder:
    """Fits ``tools.ports.workspace.ProjectFiles``. Its files are those below ``root`` and not below ``home``.

    Raises ``NotFound``, ``InvalidInput``, ``Refused`` or ``Unavailable``.
    """

    def __init__(self, root: Path, *, home: Path | None = None, most_bytes: int = MOST_BYTES) -> None:
        self._most = most_bytes
        self._home = None if home is None else home.resolve()
        self._closed: Closed = frozenset() if home is None else frozenset([identity(os.stat(home))])
        if os.open not in os.supports_dir_fd or os.link not in os.supports_dir_fd:
            raise Unavailable("This system cannot open files below a folder safely: use Linux or macOS")
        try:
            place = root.resolve(strict=True)
            if any(identity(os.stat(one)) in self._closed for one in (place, *place.parents)):
                raise Refused(f"{str(root)!r} is in the home folder of Casewright: name a project's folder with --root")
            self.root = str(place)
            self._top = open_root(self.root)
        except FileNotFoundError:
            raise NotFound(f"There is no folder {str(root)!r}: name the project's folder with --root") from None
        except NotADirectoryError:
            raise InvalidInput(f"{str(root)!r} is no folder: name the project's folder with --root") from None
        except (OSError, RuntimeError, ValueError) as error:
            why = error.strerror if isinstance(error, OSError) else error
            raise InvalidInput(f"The folder {str(root)!r} cannot be opened: {why}") from error

    def close(self) -> None:
        """Let go of the folder."""
        os.close(self._top)

    def read(self, path: str) -> ProjectFile:
        """The file, or its beginning where it is longer than ``MOST_BYTES``."""
        found = self.find(path)
        if found is None:
            raise NotFound(f"{path!r} not found in the project folder")
        return found

    def find(self, path: str) -> ProjectFile | None:
        """The same, or None where there is none."""
        with descend(self.root, self._top, path, self._closed) as place:
            if place.status is None:
                return None
            _require_file(place.status.st_mode, path)  # before it is opened: a pipe would wait, a device would act
            data, size = self._read(place, path)
        whole = len(data) == size
        return ProjectFile(path, _decode(data, path, whole=whole), size, content_hash(data) if whole else None)

    def write(self, path: str, text: str, *, expected: str | None) -> int:
        """Put the text beside the file, and then in its place."""
        data = text.encode("utf-8")
        if len(data) > self._most:
            raise InvalidInput(f"{path!r} would have {len(data):,} bytes: {self._most:,} is the most that is written")
        with descend(self.root, self._top, path, self._closed) as place:
            self._require_unchanged(place, path, expected)
            with self._draft(place, data, path) as draft:
                # Once more, for what changed while the draft was written: it is the last moment that can be looked at.
                self._require_unchanged(place, path, expected)
                require_inside(place.folder, self.root, path)
                _put(place, draft, path, new=expected is None)
        return len(data)

    def _require_unchanged(self, place: Place, path: str, expected: str | None) -> None:
        try:
            mode = os.lstat(place.name, dir_fd=place.folder).st_mode
        except FileNotFoundError:
            if expected is None:
                return
            raise Refused(f"{path!r} is gone since it was read: nothing was written. Look for it anew") from None
        _require_file(mode, path)
        if expected is None:
            raise Refused(f"There is a file {path!r} already: read it, and send the sha256 that read_file tells")
        data, size = self._read(place, path)
        if len(data) < size:
            raise InvalidInput(f"{path!r} has {size:,} bytes: files of up to {self._most:,} can be changed")
        if content_hash(data) != expected:
            raise Refused(f"{path!r} has changed since it was read: nothing was written. Read it again and start anew")

    def _read(self, place: Place, path: str) -> tuple[bytes, int]:
        """The bytes of a file up to the bound, and how many there are."""
        try:
            with os.fdopen(os.open(place.name, _READ, dir_fd=place.folder), "rb") as file:
                status = os.fstat(file.fileno())
                _require_file(status.st_mode, path)
                require_inside(file.fileno(), self.root, path)
                self._require_not_of_home(status, path)
                data = file.read(self._most + 1) or b""  # None: a file of the system that has nothing to say yet
        except FileNotFoundError:
            raise NotFound(f"{path!r} not found in the project folder") from None
        except OSError as error:
            raise InvalidInput(f"{path!r} cannot be read: {error.strerror}; check its permissions") from error
        return (data, len(data)) if len(data) <= self._most else (data[: self._most], max(status.st_size, len(data)))

    def _require_not_of_home(self, status: os.stat_result, path: str) -> None:
        """Refuse another name (a hard link) of a file of the home: only a file with two names can be one."""
        if self._home is None or status.st_nlink < 2:
            return
        wanted = identity(status)
        for folder, _, names in os.walk(self._home):
            for name in names:
                with suppress(FileNotFoundError):
                    if identity(os.lstat(os.path.join(folder, name))) == wanted:
                        raise Refused(f"{path!r} is a file of the home folder of Casewright: it is not read or written")

    @contextmanager
    def _draft(self, place: Place, data: bytes, path: str) -> Iterator[str]:
        """The name of a new file beside, with these bytes and the rights of what it replaces; gone after the block."""
        name = f".{uuid4().hex}.tmp"
        try:
            descriptor = os.open(name, _NEW, 0o600, dir_fd=place.folder)
        except OSError as error:
            raise InvalidInput(f"{path!r} cannot be written: {error.strerror}; check its folder") from error
        try:
            with os.fdopen(descriptor, "wb") as file:
                file.write(data)
                file.flush()
                _take_rights(descriptor, place)
                os.fsync(descriptor)
            yield name
        except OSError as error:
            raise ToolFailed(f"{path!r} could not be written, and is as it was: {error.strerror}") from error
        finally:
            with suppress(FileNotFoundError):
                os.unlink(name, dir_fd=place.folder)


def _put(place: Place, draft: str, path: str, *, new: bool) -> None:
    """Move the draft to its place: over the file that it replaces, or as a ``new`` one over none."""
    folder = place.folder
    if new:
        try:
            os.link(draft, place.name, src_dir_fd=folder, dst_dir_fd=folder, follow_symlinks=False)
        except FileExistsError:
            raise Refused(f"There is a file {path!r} by now: nothing was written. Read it, and start anew") from None
        except OSError as error:
            if error.errno not in _NO_LINKS:
                raise
            os.rename(draft, place.name, src_dir_fd=folder, dst_dir_fd=folder)
    else:
        os.replace(draft, place.name, src_dir_fd=folder, dst_dir_fd=folder)
    with suppress(OSError):  # it is in its place; some systems cannot be asked to keep a folder
        os.fsync(folder)


def _take_rights(descriptor: int, place: Place) -> None:
    """The rights and owner of what is replaced; of a new file, for whom the folder is, may read it as well."""
    if place.status is None:
        os.fchmod(descriptor, stat.S_IMODE(os.fstat(place.folder).st_mode) & _TEXT_RIGHTS)
        return
    with suppress(PermissionError):  # somebody else's: the rights are kept all the same
        os.fchown(descriptor, place.status.st_uid, place.status.st_gid)
    os.fchmod(descriptor, stat.S_IMODE(place.status.st_mode))


def _require_file(mode: int, path: str) -> None:
    if not stat.S_ISREG(mode):
        kind = _KINDS.get(stat.S_IFMT(mode), "a link" if stat.S_ISLNK(mode) else "a device")
        raise InvalidInput(f"{path!r} is {kind} and no file: name a text file")


def _decode(data: bytes, path: str, *, whole: bool) -> str:
    """The text, line ends as they are. Half a character at the cut of a long file is left out."""
    if b"\0" in data:
        raise InvalidInput(f"{path!r} is no text: it has NUL bytes in it")
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        if not whole and error.start > len(data) - 4:
            return data[: error.start].decode("utf-8")
        raise InvalidInput(f"{path!r} is no text in UTF-8 (byte {error.start}): save it as UTF-8") from None
