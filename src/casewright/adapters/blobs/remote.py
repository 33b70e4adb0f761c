"""Drafts in a folder of this machine, or wherever an fsspec URL such as ``s3://bucket/folder`` leads."""

from __future__ import annotations

import errno
import os
import re
import tempfile
from contextlib import suppress
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NoReturn, cast
from urllib.parse import urlsplit

from casewright.errors import BadSettings, InvalidInput, Refused, StorageFull, Unavailable

if TYPE_CHECKING:
    from collections.abc import Mapping

    from fsspec import AbstractFileSystem

_FULL: Final = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EFBIG})
_STEP: Final = re.compile(r"(?!\.)[^/\\\x00-\x1f]{1,200}")


class FolderDrafts:
    """Fits ``tools.ports.drafts.DraftFiles`` with files that only their owner may read.

    A file is written beside its place, synchronised and linked to its name, which fails where the name is taken: a
    crash leaves it whole or not there, and of any number who write one name at once one succeeds.
    """

    def __init__(self, root: Path) -> None:
        self._root = root

    def keep(self, place: str, data: bytes) -> str:
        """Store the bytes; return the file's path. Raises ``Refused``, ``StorageFull`` or ``Unavailable``."""
        path = self._path(place)
        try:
            path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            _link_new(path, data)
        except FileExistsError:
            _same_or_refused(place, self.read(place), data)
        except OSError as error:
            _failed(error, place)
        return str(path)

    def read(self, place: str) -> bytes | None:
        """The bytes, None where there are none. Raises ``Unavailable``."""
        try:
            return self._path(place).read_bytes()
        except FileNotFoundError:
            return None
        except OSError as error:
            _failed(error, place)

    def _path(self, place: str) -> Path:
        return self._root.joinpath(*_steps(place))


class FsspecDrafts:
    """Fits ``tools.ports.drafts.DraftFiles`` over an fsspec URL. New files are made by the store's own condition.

    ``options`` go to the file system as they are, such as ``endpoint_url`` for S3.
    """

    def __init__(self, url: str, options: Mapping[str, object] | None = None) -> None:
        self._url = url.rstrip("/")
        self._options = dict(options or {})

    @cached_property
    def _opened(self) -> tuple[AbstractFileSystem, str]:
        """Its library is loaded when the first draft is kept."""
        return _opened(self._url, self._options)

    def keep(self, place: str, data: bytes) -> str:
        """Store the bytes; return their URL. Raises ``Refused``, ``StorageFull`` or ``Unavailable``."""
        path = self._path(place)
        try:
            self._opened[0].pipe_file(path, data, mode="create")
        except FileExistsError:
            _same_or_refused(place, self.read(place), data)
        except Exception as error:  # noqa: BLE001 — each store's client has errors of its own
            if not _taken(error):
                _failed(error, place)
            _same_or_refused(place, self.read(place), data)
        return f"{self._url}/{place}"

    def read(self, place: str) -> bytes | None:
        """The bytes, None where there are none. Raises ``Unavailable``."""
        path = self._path(place)
        try:
            return cast("bytes", self._opened[0].cat_file(path))
        except FileNotFoundError:
            return None
        except Exception as error:  # noqa: BLE001 — each store's client has errors of its own
            _failed(error, place)

    def _path(self, place: str) -> str:
        return "/".join([self._opened[1], *_steps(place)])


def open_draft_files(url: str, options: Mapping[str, object] | None = None) -> FolderDrafts | FsspecDrafts:
    """The store that the URL names; a path, or ``file://`` and a path, is a folder of this machine.

    The first use raises ``BadSettings`` where the URL's kind is unknown or its library is missing.
    """
    parts = urlsplit(url)
    if "://" not in url:
        return FolderDrafts(Path(url))
    if parts.scheme in ("file", "local"):
        return FolderDrafts(Path(parts.path))
    return FsspecDrafts(url, options)


def _opened(url: str, options: Mapping[str, object]) -> tuple[AbstractFileSystem, str]:
    import fsspec

    try:
        files, root = fsspec.core.url_to_fs(url, use_listings_cache=False, **cast("dict[str, Any]", options))
    except ImportError as error:
        raise BadSettings(
            f"Drafts are to be kept at {url!r}, and the library for it is missing: pip install 'casewright[s3]' for"
            " s3://, 'casewright[gcs]' for gs://"
        ) from error
    except ValueError as error:
        raise BadSettings(f"Drafts cannot be kept at {url!r}: {error}. Name a folder, s3:// or gs://") from error
    return files, str(root).rstrip("/")


def _steps(place: str) -> list[str]:
    """The steps of a relative path, none of which leads upwards or hides a file."""
    steps = place.split("/")
    if not all(_STEP.fullmatch(step) for step in steps):
        raise InvalidInput(
            f"{place!r} is no place for a draft: steps between slashes, none empty, none with a dot first"
        )
    return steps


def _link_new(path: Path, data: bytes) -> None:
    handle, name = tempfile.mkstemp(prefix=".new-", dir=path.parent)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        os.link(name, path)
    finally:
        with suppress(OSError):
            Path(name).unlink()
    with suppress(OSError):
        folder = os.open(path.parent, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)


def _same_or_refused(place: str, kept: bytes | None, data: bytes) -> None:
    if kept != data:
        raise Refused(f"{place!r} is kept already with other content, and is never overwritten: use the next revision")


def _taken(error: Exception) -> bool:
    """Whether a store says that the name is taken; S3's clients do by status 412, with or without a class for it."""
    said = getattr(error.__cause__ or error, "response", None)
    status = said.get("ResponseMetadata", {}).get("HTTPStatusCode") if isinstance(said, dict) else None
    return status == 412 or getattr(error, "code", None) == 412 or "PreconditionFailed" in str(error)


def _failed(error: Exception, place: str) -> NoReturn:
    """Translate what the store says; the cause is kept."""
    reason = getattr(error, "strerror", None) or str(error) or type(error).__name__
    if isinstance(error, OSError) and error.errno in _FULL:
        raise StorageFull(
            f"{place!r} cannot be kept ({reason}): free space or raise the quota, then try again"
        ) from error
    raise Unavailable(
        f"{place!r} cannot be reached where drafts are kept ({reason}): see CASEWRIGHT_DRAFTS, then try again"
    ) from error
