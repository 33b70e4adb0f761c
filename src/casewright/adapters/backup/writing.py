"""A backup while it is written: a zip without compression, under another name until it is whole and was read again."""

from __future__ import annotations

import errno
import os
import stat
import zipfile
from contextlib import contextmanager, suppress
from hashlib import sha256
from typing import TYPE_CHECKING
from uuid import uuid4

from casewright.adapters.backup import manifest as manifests
from casewright.domain.backups import BackupPart
from casewright.errors import InvalidInput, StorageFull, Unavailable

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path
    from typing import BinaryIO

    from casewright.domain.backups import BackupManifest

PIECE = 1 << 20
_FULL = (errno.ENOSPC, errno.EFBIG, errno.EDQUOT)
_REFUSED = (errno.ENOENT, errno.ENOTDIR, errno.EACCES, errno.EPERM, errno.EROFS, errno.ENAMETOOLONG)
_EPOCH = (1980, 1, 1, 0, 0, 0)


class Writing:
    """An archive that is being written. Made by ``new_archive``."""

    def __init__(self, archive: zipfile.ZipFile) -> None:
        self._archive = archive
        self.parts: dict[str, BackupPart] = {}

    def add(self, name: str, path: Path) -> bool:
        """Put the file in under the name; False, and nothing put in, where it is gone by now."""
        try:
            source = open_plain(path)
        except FileNotFoundError:
            return False
        with source:
            self._put(name, source)
        return True

    def finish(self, manifest: BackupManifest) -> None:
        """Put the manifest in, as the last member."""
        with self._archive.open(_info(manifests.MANIFEST), "w", force_zip64=True) as into:
            into.write(manifests.write(manifest))

    def _put(self, name: str, source: BinaryIO) -> None:
        digest, size = sha256(), 0
        with self._archive.open(_info(name), "w", force_zip64=True) as into:
            while piece := source.read(PIECE):
                digest.update(piece)
                size += len(piece)
                into.write(piece)
        self.parts[name] = BackupPart(size, digest.hexdigest())


def open_plain(path: Path) -> BinaryIO:
    """The regular file, opened; a link, a pipe or a device in its place counts as gone."""
    try:
        handle = os.open(path, os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0))
    except OSError as error:
        if error.errno in (errno.ELOOP, errno.ENXIO):
            raise FileNotFoundError(path) from error
        raise
    if not stat.S_ISREG(os.fstat(handle).st_mode):
        os.close(handle)
        raise FileNotFoundError(path)
    return os.fdopen(handle, "rb")


@contextmanager
def draft_of(target: Path, *, force: bool) -> Iterator[Path]:
    """A name beside the target for what becomes it where the block ends well; whatever happens, no draft stays.

    Raises ``InvalidInput`` where something is there that is not to be replaced, ``StorageFull`` or ``Unavailable``.
    """
    if target.is_dir() or (target.exists() and not target.is_file()):
        raise InvalidInput(f"{str(target)!r} is no file: name the file that the backup is written to")
    if target.exists() and not force:
        raise _taken(target)
    draft = target.with_name(f".{target.name[:150]}.{uuid4().hex}")
    try:
        with told_of(target, draft):
            yield draft
            _place(draft, target, force=force)
    finally:
        with suppress(OSError):
            draft.unlink(missing_ok=True)


@contextmanager
def new_archive(draft: Path) -> Iterator[Writing]:
    """The archive, written to the draft, which only its owner may read; on the disk when the block has ended."""
    handle = os.open(draft, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(handle, "w+b") as file:
        archive = zipfile.ZipFile(file, "w", zipfile.ZIP_STORED)
        try:
            yield Writing(archive)
            archive.close()
        except BaseException:
            archive.fp = None  # else it is closed with what was written, which may be what failed
            raise
        file.flush()
        os.fsync(file.fileno())


@contextmanager
def told_of(target: Path, draft: Path) -> Iterator[None]:
    """What the operating system says of writing the target, which is a draft until it is whole, as an error of ours."""
    try:
        yield
    except OSError as error:
        reason = error.strerror or str(error)
        if error.errno in _FULL:
            raise StorageFull(
                f"There is no room for {str(target)!r} ({reason}): free some space or name another place. Nothing was "
                "kept."
            ) from error
        of_target = error.filename is None or str(error.filename).startswith(str(draft))
        named = str(target) if of_target else str(error.filename)
        kind = InvalidInput if of_target and error.errno in _REFUSED else Unavailable
        done = "written" if of_target else "read"
        raise kind(f"{named!r} cannot be {done} ({reason}): see its folder and its rights, or name another") from error


def _place(draft: Path, target: Path, *, force: bool) -> None:
    if force:
        os.replace(draft, target)
    else:
        try:
            os.link(draft, target)
        except FileExistsError:
            raise _taken(target) from None
        except OSError:
            os.rename(draft, target)  # a file system without links
    with suppress(OSError):
        folder = os.open(target.parent, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)


def _taken(target: Path) -> InvalidInput:
    return InvalidInput(f"There is a file {str(target)!r} already: name another, or replace it with --force")


def _info(name: str) -> zipfile.ZipInfo:
    info = zipfile.ZipInfo(name, _EPOCH)
    info.external_attr = (stat.S_IFREG | 0o600) << 16
    return info
