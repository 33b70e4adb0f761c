"""A backup, read: every part held to its hash, and put back into a folder that gets its name when it is whole.

Whoever made the archive may have meant harm: names that lead elsewhere, links, members that are no files, that are
packed, that stand twice or over each other are refused before anything is written.
"""

from __future__ import annotations

import errno
import os
import shutil
import stat
import struct
import zipfile
from contextlib import ExitStack, contextmanager
from hashlib import sha256
from typing import TYPE_CHECKING
from uuid import uuid4

from casewright.adapters.backup import manifest as manifests
from casewright.adapters.backup.writing import PIECE, told_of
from casewright.errors import IntegrityError, InvalidInput

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from casewright.domain.backups import BackupManifest

_BROKEN = (zipfile.BadZipFile, EOFError, ValueError, NotImplementedError, RuntimeError, struct.error, OverflowError)


def verified(archive: Path) -> BackupManifest:
    """What the archive says of itself, once every part was read and has its hash.

    Raises ``InvalidInput`` where there is no such file, ``IntegrityError`` where it is no backup or was changed.
    """
    with _opened(archive) as (members, manifest):
        for name, part in manifest.parts.items():
            digest = sha256()
            for piece in _pieces(members, archive, name):
                digest.update(piece)
            if digest.hexdigest() != part.sha256:
                raise _changed(archive, f"the SHA-256 of {name!r} is another")
    return manifest


def file_hash(path: Path) -> str:
    """The SHA-256 of the whole file. Raises ``InvalidInput`` where there is none."""
    _require_file(path)
    digest = sha256()
    with path.open("rb") as file:
        while piece := file.read(PIECE):
            digest.update(piece)
    return digest.hexdigest()


def put_back(archive: Path, home: Path, mend: Callable[[Path, BackupManifest], None]) -> BackupManifest:
    """Make the home out of the archive, whole or not at all; ``mend`` changes what it must before it has its name.

    Raises ``InvalidInput`` where there is anything in the home, and what ``verified`` raises; then it is as it was.
    """
    _require_file(archive)
    _require_empty(home)
    verified(archive)
    home = home.resolve()
    draft = home.with_name(f".{home.name[:150]}.{uuid4().hex}")
    try:
        with told_of(home, draft):
            home.parent.mkdir(parents=True, exist_ok=True)
            draft.mkdir(mode=0o700)
            manifest = _unpack(archive, draft)
            mend(draft, manifest)
            _require_empty(home)
            os.rename(draft, home)  # takes the place of an empty folder, of no other
    finally:
        shutil.rmtree(draft, ignore_errors=True)
    return manifest


def _unpack(archive: Path, folder: Path) -> BackupManifest:
    with _opened(archive) as (members, manifest):
        for name, part in manifest.parts.items():
            place = folder.joinpath(*name.split("/"))
            for at in reversed(place.relative_to(folder).parents):
                (folder / at).mkdir(mode=0o700, exist_ok=True)
            digest = sha256()
            with os.fdopen(os.open(place, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
                for piece in _pieces(members, archive, name):
                    digest.update(piece)
                    file.write(piece)
                file.flush()
                os.fsync(file.fileno())
            if digest.hexdigest() != part.sha256:
                raise _changed(archive, f"the SHA-256 of {name!r} is another by now")
    return manifest


def _require_file(archive: Path) -> None:
    try:
        there = archive.is_file()
    except (OSError, ValueError):
        there = False
    if not there:
        raise InvalidInput(f"There is no backup {str(archive)!r}: name the file that 'casewright backup' wrote")


def _require_empty(home: Path) -> None:
    if home.is_dir():
        if any(home.iterdir()):
            raise InvalidInput(
                f"There is something in {str(home)!r} already: a backup is restored into a folder that is empty or not "
                "there. Name another home with --home"
            )
    elif home.exists() or home.is_symlink():
        raise InvalidInput(f"{str(home)!r} is no folder: name another home with --home")


@contextmanager
def _opened(archive: Path) -> Iterator[tuple[zipfile.ZipFile, BackupManifest]]:
    """The archive and its manifest, its members held to each other."""
    _require_file(archive)
    with ExitStack() as closing:
        with _read_from(archive):
            members = closing.enter_context(zipfile.ZipFile(archive))
            manifest = _held(members, archive)
        yield members, manifest


@contextmanager
def _read_from(archive: Path) -> Iterator[None]:
    """What goes wrong inside is said of the archive that is read."""
    try:
        yield
    except OSError as error:
        if error.errno == errno.EINVAL:  # a place before the file's beginning
            raise _changed(archive, "a member stands nowhere in it") from error
        raise InvalidInput(f"The backup {str(archive)!r} cannot be read: {error.strerror or error}") from error
    except _BROKEN as error:
        raise _changed(archive, f"it is no whole zip ({type(error).__name__})") from error


def _held(members: zipfile.ZipFile, archive: Path) -> BackupManifest:
    infos = members.infolist()
    for info in infos:
        reason = _objection(info)
        if reason is not None:
            raise _changed(archive, f"{reason}: {info.filename!r}")
    if sum(info.file_size for info in infos) > archive.stat().st_size:
        raise _changed(archive, "its members stand over each other")
    names = {info.filename: info for info in infos}
    if len(names) != len(infos):
        raise _changed(archive, "a member stands in it twice")
    listed = names.pop(manifests.MANIFEST, None)
    if listed is None or listed.file_size > manifests.LARGEST:
        raise _changed(archive, "its list of parts is missing")
    manifest = manifests.read(members.read(listed), str(archive))
    if set(manifest.parts) != set(names):
        strange = sorted(set(manifest.parts) ^ set(names))[0]
        raise _changed(archive, f"{strange!r} is not both in it and in its list")
    for name, part in manifest.parts.items():
        if names[name].file_size != part.size:
            raise _changed(archive, f"the size of {name!r} is another")
    folders = {"/".join(steps[:at]) for name in names if (steps := name.split("/")) for at in range(1, len(steps))}
    both = folders & set(names)
    if both:
        raise _changed(archive, f"{min(both)!r} is both a file and a folder")
    return manifest


def _objection(info: zipfile.ZipInfo) -> str | None:
    kind = stat.S_IFMT(info.external_attr >> 16)
    if not manifests.is_place(info.filename) or info.filename != info.orig_filename:
        return "a name leads out of the home, or is none"
    if kind not in (0, stat.S_IFREG) or info.is_dir():
        return "a member is no file"
    if info.compress_type != zipfile.ZIP_STORED or info.file_size != info.compress_size or info.flag_bits & 1:
        return "a member is packed"
    return None


def _pieces(members: zipfile.ZipFile, archive: Path, name: str) -> Iterator[bytes]:
    """The member's bytes, a piece at a time."""
    with ExitStack() as closing:
        with _read_from(archive):
            source = closing.enter_context(members.open(name))
        while True:
            with _read_from(archive):
                piece = source.read(PIECE)
            if not piece:
                return
            yield piece


def _changed(archive: Path, reason: str) -> IntegrityError:
    return IntegrityError(
        f"{str(archive)!r} is no backup, or was changed: {reason}. Nothing was restored; take another copy of it."
    )
