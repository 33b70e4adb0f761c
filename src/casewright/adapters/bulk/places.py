"""Folders of this machine and places in object storage, read and written in one way."""

from __future__ import annotations

import os
import tempfile
from contextlib import suppress
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, NoReturn, Protocol
from urllib.parse import urlsplit

from casewright.adapters.filesystems.opening import open_filesystem
from casewright.errors import BadSettings, InvalidInput, Unavailable

if TYPE_CHECKING:
    from collections.abc import Iterator

    from fsspec import AbstractFileSystem

Item = tuple[str, int, str]
"""An object's path from the place, its size in bytes, and what tells its versions apart."""


class Place(Protocol):
    """A folder, or one file, by ``address``. Paths go from it, with ``/``; "" is the place itself."""

    address: str

    def items(self) -> Iterator[Item]:
        """Every object in it, however deep, in the order of paths; itself, where it is one.

        Raises ``InvalidInput`` where nothing is there.
        """
        ...

    def read(self, path: str) -> bytes:
        """The object's bytes. Raises ``FileNotFoundError`` where it is gone, ``OSError`` where it cannot be read."""
        ...

    def write(self, path: str, data: bytes) -> None:
        """The object whole or not at all, in place of what was there. Raises ``OSError``."""
        ...

    def address_of(self, path: str) -> tuple[str, AbstractFileSystem | None]:
        """How others open the object: its path on this machine, or its URL and the file system behind it."""
        ...


class LocalPlace:
    """A folder or file of this machine."""

    def __init__(self, path: Path) -> None:
        self.address = str(path)
        self._path = path

    def items(self) -> Iterator[Item]:
        """Every file; links to folders are not followed."""
        if not self._path.exists():
            raise InvalidInput(f"There is no {self.address!r}: name a folder, a Parquet file, or an address in storage")
        if self._path.is_file():
            yield "", *_told(self._path.stat())
            return
        found = []
        for folder, _, names in os.walk(self._path):
            for name in names:
                file = Path(folder, name)
                with suppress(OSError):
                    if file.is_file():
                        found.append((file.relative_to(self._path).as_posix(), *_told(file.stat())))
        yield from sorted(found)

    def read(self, path: str) -> bytes:
        """The file's bytes."""
        return self._at(path).read_bytes()

    def write(self, path: str, data: bytes) -> None:
        """Written beside, then moved into place."""
        target = self._at(path)
        target.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(dir=target.parent, prefix=".", suffix=".part")
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(data)
                file.flush()
                os.fsync(file.fileno())
            Path(name).chmod(0o644)
            Path(name).replace(target)
        except BaseException:
            with suppress(OSError):
                Path(name).unlink()
            raise

    def address_of(self, path: str) -> tuple[str, None]:
        """The file's path."""
        return str(self._at(path)), None

    def _at(self, path: str) -> Path:
        return self._path / PurePosixPath(path) if path else self._path


class RemotePlace:
    """Wherever an fsspec URL leads. Options of the client come from its own variables and files."""

    def __init__(self, url: str) -> None:
        self.address = url.rstrip("/")
        try:
            self._files, self._root = open_filesystem(self.address)
        except ImportError as error:
            raise BadSettings(
                f"the library for {url!r} is missing: pip install 'casewright[s3]' for s3://, 'casewright[gcs]' for gs://"
            ) from error
        except ValueError as error:
            raise InvalidInput(f"{url!r} cannot be opened: {error}. Name a folder, s3:// or gs://") from error
        except Exception as error:  # noqa: BLE001 — each store's client has errors of its own
            _fail(self.address, error)

    def items(self) -> Iterator[Item]:
        """Every object below the URL."""
        try:
            found = self._files.find(self._root, detail=True)
        except Exception as error:  # noqa: BLE001 — each store's client has errors of its own
            _fail(self.address, error)
        if not found:
            raise InvalidInput(
                f"There is nothing at {self.address!r}: name a folder, a Parquet file, or another address"
            )
        for path in sorted(found):
            info = found[path]
            stamp = info.get("ETag") or info.get("etag") or info.get("mtime") or info.get("LastModified") or ""
            yield path[len(self._root) :].lstrip("/"), int(info["size"]), str(stamp)

    def read(self, path: str) -> bytes:
        """The object's bytes."""
        data: bytes = self._files.cat_file(self._path(path))
        return data

    def write(self, path: str, data: bytes) -> None:
        """Object stores make an object whole or not at all."""
        self._files.pipe_file(self._path(path), data)

    def address_of(self, path: str) -> tuple[str, AbstractFileSystem]:
        """The object's URL."""
        return self._files.unstrip_protocol(self._path(path)), self._files

    def _path(self, path: str) -> str:
        return f"{self._root}/{path}" if path else self._root


def open_place(address: str) -> Place:
    """What a path or an fsspec URL names; ``file://`` and a path is a folder of this machine.

    Raises ``InvalidInput`` for an unknown kind, ``BadSettings`` where its library is missing, ``Unavailable``.
    """
    if "://" not in address:
        return LocalPlace(Path(address))
    parts = urlsplit(address)
    if parts.scheme in ("file", "local"):
        return LocalPlace(Path(parts.path))
    return RemotePlace(address)


def beside(address: str) -> str:
    """Where what is kept of a corpus stands: beside it, under its name."""
    return address.rstrip("/\\") + ".casewright"


def _told(status: os.stat_result) -> tuple[int, str]:
    return status.st_size, str(status.st_mtime_ns)


def _fail(address: str, error: Exception) -> NoReturn:
    reason = getattr(error, "strerror", None) or str(error) or type(error).__name__
    raise Unavailable(
        f"{address!r} cannot be reached ({reason}): check the address and its keys, then try again"
    ) from error
