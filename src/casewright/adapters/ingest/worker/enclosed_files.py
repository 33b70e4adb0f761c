"""The files that an archive or an e-mail holds, and those of the archives and e-mails among them, within limits."""

from __future__ import annotations

import io
import stat
import zipfile
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from casewright.adapters.ingest.container_wire import (
    DEPTH_LIMIT,
    FILES_LIMIT,
    RATIO_FREE,
    RATIO_LIMIT,
    NotMeant,
    Taken,
    Troubled,
)
from casewright.adapters.ingest.formats import format_of, has_mail_header, is_archive, may_have_attachments
from casewright.adapters.ingest.safe_names import Distinct, safe_path
from casewright.adapters.ingest.worker.entry_names import entry_name
from casewright.adapters.ingest.worker.mail_parts import message_of, parts_of
from casewright.domain.documents import ARCHIVE_LIMIT, SIZE_LIMIT
from casewright.domain.system_files import reason_to_skip

if TYPE_CHECKING:
    from collections.abc import Iterator

    from casewright.adapters.ingest.container_wire import Item, Trouble

_OFFICE: Final = ("word/", "xl/", "ppt/")
_ENCRYPTED: Final = 0x1 | 0x40 | 0x2000


@dataclass(slots=True)
class _Room:
    """What is left of the limits, for a container with all that is in it."""

    files: int = FILES_LIMIT
    size: int = ARCHIVE_LIMIT

    def trouble(self, files: int, size: int) -> Trouble | None:
        if files > self.files:
            return "count"
        return "total" if size > self.size else None

    def take(self, data: bytes) -> None:
        self.files -= 1
        self.size -= len(data)


def open_zip(data: bytes) -> Iterator[Item]:
    """The files of a ZIP archive; one item with an empty name where it cannot be opened."""
    return _archive(data, "", 1, _Room())


def open_mail(data: bytes) -> Iterator[Item]:
    """What is attached to an e-mail; the e-mail itself is none of it."""
    return _attached(data, "", 1, _Room())


def _archive(data: bytes, name: str, depth: int, room: _Room) -> Iterator[Item]:
    try:
        archive = zipfile.ZipFile(io.BytesIO(data))
    # Whatever the library raises on hostile bytes: they are no archive that can be opened.
    except Exception:  # noqa: BLE001
        yield Troubled(name, "damaged", len(data))
        return
    with archive:
        entries = [entry for entry in archive.infolist() if not entry.is_dir()]
        trouble = _trouble_of_all(entries, room)
        if trouble is not None:
            yield Troubled(name, trouble, len(data))
            return
        distinct = Distinct()
        for entry in entries:
            path = _below(name, distinct(safe_path(entry_name(entry))))
            yield from _entry(archive, entry, path, depth, room)


def _trouble_of_all(entries: list[zipfile.ZipInfo], room: _Room) -> Trouble | None:
    """Why nothing of the archive is unpacked."""
    if not entries:
        return "nothing"
    names = {entry.filename for entry in entries}
    if "[Content_Types].xml" in names and any(name.startswith(_OFFICE) for name in names):
        return "office"
    # zipfile never unpacks more of an entry than it declares, so that declared sizes are a bound.
    size = sum(entry.file_size for entry in entries if _trouble_of(entry) is None)
    return room.trouble(len(entries), size)


def _trouble_of(entry: zipfile.ZipInfo) -> Trouble | None:
    """Why the entry is not unpacked, by what is declared of it."""
    if entry.flag_bits & _ENCRYPTED:
        return "password"
    if entry.file_size > SIZE_LIMIT:
        return "size"
    if entry.file_size > RATIO_FREE and entry.file_size > RATIO_LIMIT * max(1, entry.compress_size):
        return "ratio"
    return None


def _entry(archive: zipfile.ZipFile, entry: zipfile.ZipInfo, path: str, depth: int, room: _Room) -> Iterator[Item]:
    kind = stat.S_IFMT(entry.external_attr >> 16)
    if reason_to_skip(path.split("/")) is not None:
        yield NotMeant(path, "system")
    elif kind not in (0, stat.S_IFREG):
        yield NotMeant(path, "link" if kind == stat.S_IFLNK else "special")
    elif (trouble := _trouble_of(entry)) is not None:
        yield Troubled(path, trouble, entry.file_size)
    else:
        found = _unpacked(archive, entry)
        if isinstance(found, bytes):
            yield from _file(found, path, depth, room)
        else:
            yield Troubled(path, found, entry.file_size)


def _unpacked(archive: zipfile.ZipFile, entry: zipfile.ZipInfo) -> bytes | Trouble:
    try:
        return archive.read(entry)
    except NotImplementedError:
        return "method"
    except MemoryError:
        return "memory"
    # Decompressors raise whatever they like on hostile bytes.
    except Exception:  # noqa: BLE001
        return "damaged"


def _file(data: bytes, path: str, depth: int, room: _Room) -> Iterator[Item]:
    """The file, or what it holds where it is an archive; an e-mail is both."""
    claimed = format_of(path)
    kind = None if claimed is None else claimed.kind
    if kind == "zip" and is_archive(data):
        yield from _deeper(data, path, depth, room) if depth < DEPTH_LIMIT else [Troubled(path, "depth", len(data))]
        return
    trouble = room.trouble(1, len(data))
    if trouble is not None:
        yield Troubled(path, trouble, len(data))
        return
    room.take(data)
    yield Taken(path, data)
    if kind == "mail" and has_mail_header(data) and may_have_attachments(data):
        if depth < DEPTH_LIMIT:
            yield from _attached(data, path, depth + 1, room)
        else:
            yield Troubled(_below(path, "attachments"), "depth", len(data))


def _deeper(data: bytes, path: str, depth: int, room: _Room) -> Iterator[Item]:
    return _archive(data, path, depth + 1, room)


def _attached(data: bytes, name: str, depth: int, room: _Room) -> Iterator[Item]:
    parts = parts_of(message_of(data))
    for passed, code in parts.passed_over:
        yield NotMeant(_below(name, passed), code)
    for attachment in parts.attachments:
        path = _below(name, attachment.name)
        content = attachment.content()
        if content is None:
            yield Troubled(path, "damaged")
        elif len(content) > SIZE_LIMIT:
            yield Troubled(path, "size", len(content))
        else:
            yield from _file(content, path, depth, room)


def _below(container: str, name: str) -> str:
    return f"{container}/{name}" if container else name
