"""The documents of a partition, read as those of a matter are."""

from __future__ import annotations

from hashlib import sha256
from pathlib import PurePosixPath
from typing import TYPE_CHECKING

from casewright.adapters.bulk.listing import ID, TEXT, first_line
from casewright.adapters.bulk.tables import Broken, query
from casewright.domain.bulk_documents import BulkDocument
from casewright.errors import CasewrightError, ToolFailed

if TYPE_CHECKING:
    from collections.abc import Iterator

    from casewright.adapters.bulk.places import Place
    from casewright.domain.bulk import Member, Partition
    from casewright.domain.documents import Reading
    from casewright.tools.ports.documents import DocumentReader

_ROWS = f"SELECT {ID}, {TEXT} FROM read_parquet(?, file_row_number = true) WHERE file_row_number BETWEEN ? AND ?"  # noqa: S608


def read_documents(place: Place, partition: Partition, reader: DocumentReader) -> Iterator[BulkDocument]:
    """Every document of the partition; one that cannot be read says why."""
    for member in partition.members:
        if member.rows is None:
            yield _file(place, member, reader)
        else:
            yield from _rows(place, member, reader)


def _file(place: Place, member: Member, reader: DocumentReader) -> BulkDocument:
    name = PurePosixPath(member.path or place.address).name
    try:
        data = place.read(member.path)
    except Exception as error:  # noqa: BLE001 — each store's client has errors of its own
        return BulkDocument(member.path, name, "", None, f"cannot be opened: {_said(error)}")
    digest = sha256(data).hexdigest()
    try:
        return BulkDocument(member.path, name, digest, reader.read(data, name))
    except ToolFailed:
        raise
    except CasewrightError as error:
        return BulkDocument(member.path, name, digest, None, str(error))


def _rows(place: Place, member: Member, reader: DocumentReader) -> Iterator[BulkDocument]:
    address, files = place.address_of(member.path)
    last = member.first + (member.rows or 0) - 1
    try:
        found = query(_ROWS, [address, member.first, last], files)
    except Exception as error:  # noqa: BLE001 — the library's, or the store's client's
        yield BulkDocument(member.path, "", "", None, _broken(member, error))
        return
    for name, text in found:
        data = ("" if text is None else str(text)).encode()
        digest = sha256(data).hexdigest()
        reading: Reading | None = None
        reason = ""
        try:
            reading = reader.read(data, "row.txt")
        except ToolFailed:
            raise
        except CasewrightError as error:
            reason = str(error).replace("'row.txt'", "its text")
        yield BulkDocument(member.path, str(name), digest, reading, reason)


def _broken(member: Member, error: Exception) -> str:
    rows = f"rows {member.first:,} to {member.first + (member.rows or 0) - 1:,}"
    what = "are damaged" if isinstance(error, Broken) else "cannot be opened"
    return f"{rows} {what}: {_said(error)}"


def _said(error: Exception) -> str:
    return getattr(error, "strerror", None) or first_line(error)
