"""How a document's tables are packed into one value of bytes: names and addresses as JSON, offsets as columns."""

from __future__ import annotations

import json
import struct
import zlib
from typing import TYPE_CHECKING, Any

import numpy as np

from casewright.domain.documents import Box, Table, TableCell
from casewright.errors import IntegrityError

if TYPE_CHECKING:
    from collections.abc import Sequence

_STORED = np.dtype("<i4")
_LENGTH = struct.Struct("<I")
_SIDES = 5
_STEPS = 100
"""Parts of a point."""


def pack_tables(tables: Sequence[Table]) -> bytes:
    """The tables; no bytes where there are none.

    The head says for each table its place, name, page, the widths of its rows, its addresses (null where it has
    none), which of its cells are merged, and whether the cells have boxes; then follow the starts of all cells and
    their lengths, each start as the distance from the one before, and page and sides of the boxes in hundredths of a
    point. Heads of older tables say nothing of merged cells and boxes.
    """
    if not tables:
        return b""
    cells = [cell for table in tables for row in table.rows for cell in row]
    starts = np.array([cell.start for cell in cells], dtype=_STORED)
    lengths = np.array([cell.end - cell.start for cell in cells], dtype=_STORED)
    head = json.dumps([_head(table) for table in tables]).encode("ascii")
    steps = np.diff(starts, prepend=_STORED.type(0)).astype(_STORED)
    boxes = [_sides(cell.box) for table in tables if _is_boxed(table) for row in table.rows for cell in row]
    sides = np.array(boxes, dtype=_STORED).reshape(-1, _SIDES).T
    return zlib.compress(
        _LENGTH.pack(len(head)) + head + steps.tobytes() + lengths.tobytes() + np.ascontiguousarray(sides).tobytes()
    )


def unpack_tables(data: bytes) -> tuple[Table, ...]:
    """The tables as they were packed. Raises ``IntegrityError`` where the bytes are none that were."""
    if not data:
        return ()
    try:
        return _unpacked(zlib.decompress(data))
    except (zlib.error, struct.error, ValueError, KeyError, TypeError, IndexError) as error:
        raise IntegrityError("The database holds no tables where a document's should stand: it was changed.") from error


def _head(table: Table) -> dict[str, object]:
    cells = [cell for row in table.rows for cell in row]
    addresses = [cell.address for cell in cells]
    return {
        "place": [table.start, table.end],
        "name": table.name,
        "page": table.page,
        "widths": [len(row) for row in table.rows],
        "addresses": addresses if any(address is not None for address in addresses) else None,
        "merged": [
            [at, cell.columns, cell.rows] for at, cell in enumerate(cells) if (cell.columns, cell.rows) != (1, 1)
        ],
        "boxed": _is_boxed(table),
    }


def _is_boxed(table: Table) -> bool:
    return any(cell.box is not None for row in table.rows for cell in row)


def _sides(box: Box | None) -> tuple[int, ...]:
    """The page, 0 where there is no box, and the sides."""
    if box is None:
        return (0,) * _SIDES
    return (box.page, *(round(side * _STEPS) for side in (box.left, box.bottom, box.right, box.top)))


def _box(sides: Sequence[int]) -> Box | None:
    page, *rest = sides
    return Box(page, *(side / _STEPS for side in rest)) if page else None


def _unpacked(data: bytes) -> tuple[Table, ...]:
    at = _LENGTH.size + _LENGTH.unpack_from(data)[0]
    # What JSON holds is only known once it is looked at; a wrong shape is an error of the caller's list.
    heads: list[dict[str, Any]] = json.loads(data[_LENGTH.size : at])
    counts = [sum(head["widths"]) for head in heads]
    boxed = sum(count for head, count in zip(heads, counts, strict=True) if head.get("boxed"))
    columns = np.frombuffer(data, dtype=_STORED, offset=at)
    if len(columns) != 2 * sum(counts) + _SIDES * boxed:
        raise ValueError("columns of another length than said")
    steps, lengths = columns[: 2 * sum(counts)].reshape(2, -1)
    boxes = map(_box, columns[2 * sum(counts) :].reshape(_SIDES, -1).T.tolist())
    starts = np.cumsum(steps, dtype=np.int64)
    spans = zip(starts.tolist(), (starts + lengths).tolist(), strict=True)
    tables = []
    for head, count in zip(heads, counts, strict=True):
        addresses = head["addresses"] if head["addresses"] is not None else [None] * count
        merged = {number: (wide, tall) for number, wide, tall in head.get("merged", ())}
        cells = [
            TableCell(*next(spans), address, *merged.get(number, (1, 1)), next(boxes) if head.get("boxed") else None)
            for number, address in zip(range(count), addresses, strict=True)
        ]
        start, end = head["place"]
        tables.append(Table(start, end, _rows(cells, head["widths"]), head["name"], head["page"]))
    return tuple(tables)


def _rows(cells: Sequence[TableCell], widths: Sequence[int]) -> tuple[tuple[TableCell, ...], ...]:
    rows = []
    at = 0
    for width in widths:
        rows.append(tuple(cells[at : at + width]))
        at += width
    return tuple(rows)
