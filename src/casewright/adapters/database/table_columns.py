"""How a document's tables are packed into one value of bytes: names and addresses as JSON, offsets as columns."""

from __future__ import annotations

import json
import struct
import zlib
from typing import TYPE_CHECKING, Any

import numpy as np

from casewright.domain.documents import Table, TableCell
from casewright.errors import IntegrityError

if TYPE_CHECKING:
    from collections.abc import Sequence

_STORED = np.dtype("<i4")
_LENGTH = struct.Struct("<I")


def pack_tables(tables: Sequence[Table]) -> bytes:
    """The tables; no bytes where there are none.

    The head says for each table its place, name, page, the widths of its rows and its addresses (null where it has
    none); then follow the starts of all cells and their lengths, each start as the distance from the one before.
    """
    if not tables:
        return b""
    cells = [cell for table in tables for row in table.rows for cell in row]
    starts = np.array([cell.start for cell in cells], dtype=_STORED)
    lengths = np.array([cell.end - cell.start for cell in cells], dtype=_STORED)
    head = json.dumps([_head(table) for table in tables]).encode("ascii")
    steps = np.diff(starts, prepend=_STORED.type(0)).astype(_STORED)
    return zlib.compress(_LENGTH.pack(len(head)) + head + steps.tobytes() + lengths.tobytes())


def unpack_tables(data: bytes) -> tuple[Table, ...]:
    """The tables as they were packed. Raises ``IntegrityError`` where the bytes are none that were."""
    if not data:
        return ()
    try:
        return _unpacked(zlib.decompress(data))
    except (zlib.error, struct.error, ValueError, KeyError, TypeError, IndexError) as error:
        raise IntegrityError("The database holds no tables where a document's should stand: it was changed.") from error


def _head(table: Table) -> dict[str, object]:
    addresses = [cell.address for row in table.rows for cell in row]
    return {
        "place": [table.start, table.end],
        "name": table.name,
        "page": table.page,
        "widths": [len(row) for row in table.rows],
        "addresses": addresses if any(address is not None for address in addresses) else None,
    }


def _unpacked(data: bytes) -> tuple[Table, ...]:
    at = _LENGTH.size + _LENGTH.unpack_from(data)[0]
    # What JSON holds is only known once it is looked at; a wrong shape is an error of the caller's list.
    heads: list[dict[str, Any]] = json.loads(data[_LENGTH.size : at])
    steps, lengths = np.frombuffer(data, dtype=_STORED, offset=at).reshape(2, -1)
    starts = np.cumsum(steps, dtype=np.int64)
    ends = starts + lengths
    spans = list(zip(starts.tolist(), ends.tolist(), strict=True))
    tables = []
    first = 0
    for head in heads:
        count = sum(head["widths"])
        addresses = head["addresses"] if head["addresses"] is not None else [None] * count
        cells = [
            TableCell(start, end, address)
            for (start, end), address in zip(spans[first : first + count], addresses, strict=True)
        ]
        start, end = head["place"]
        tables.append(Table(start, end, _rows(cells, head["widths"]), head["name"], head["page"]))
        first += count
    return tuple(tables)


def _rows(cells: Sequence[TableCell], widths: Sequence[int]) -> tuple[tuple[TableCell, ...], ...]:
    rows = []
    at = 0
    for width in widths:
        rows.append(tuple(cells[at : at + width]))
        at += width
    return tuple(rows)
