"""Tables packed into bytes come back as they were, and bytes that were changed are told."""

from __future__ import annotations

import json
import struct
import zlib

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from casewright.adapters.database.printed_columns import pack_printed, unpack_printed
from casewright.adapters.database.table_columns import pack_tables, unpack_tables
from casewright.domain.documents import Box, PrintedPages, Table, TableCell
from casewright.errors import IntegrityError

_PLACES = st.integers(0, 2**31 - 1)
_TEXTS = st.none() | st.text(max_size=8)
_SIDES = st.integers(-10_000, 2_000_000).map(lambda side: side / 100)
_BOXES = st.none() | st.builds(Box, st.integers(1, 999), _SIDES, _SIDES, _SIDES, _SIDES)
_REACH = st.integers(1, 3)
_CELLS = st.tuples(_PLACES, _PLACES, _TEXTS, _REACH, _REACH, _BOXES).map(
    lambda cell: TableCell(min(cell[:2]), max(cell[:2]), *cell[2:])
)
_ROWS = st.lists(st.lists(_CELLS, max_size=4).map(tuple), max_size=4).map(tuple)
TABLES = st.lists(st.builds(Table, _PLACES, _PLACES, _ROWS, _TEXTS, st.none() | st.integers(1, 9)), max_size=4)


@given(TABLES.map(tuple))
def test_tables_come_back_as_they_were(tables: tuple[Table, ...]) -> None:
    """Whatever tables hold, rows without cells too, is told exactly."""
    assert unpack_tables(pack_tables(tables)) == tables


def test_tables_of_before_merged_cells_come_back() -> None:
    """What an older version packed, with heads that know no boxes, is told as it was."""
    head = json.dumps([{"place": [0, 5], "name": None, "page": 2, "widths": [2], "addresses": None}]).encode()
    columns = np.array([[0, 3], [2, 2]], dtype="<i4").tobytes()

    packed = zlib.compress(struct.pack("<I", len(head)) + head + columns)

    assert unpack_tables(packed) == (Table(0, 5, ((TableCell(0, 2), TableCell(3, 5)),), page=2),)


@given(
    st.builds(
        lambda engine, pages: PrintedPages(engine, tuple(range(0, 3 * len(pages) + 1, 3)), tuple(pages)),
        st.text(st.characters(exclude_categories=["Cs"]), max_size=20),
        st.lists(st.binary(min_size=8, max_size=8), max_size=5),
    )
)
def test_way_to_the_pages_comes_back(printed: PrintedPages) -> None:
    """Engine, starts and digests of the pages are told exactly; nothing is packed into nothing."""
    assert unpack_printed(pack_printed(printed)) == printed
    assert unpack_printed(pack_printed(None)) is None


@pytest.mark.parametrize("data", [b"", b"x", b"\xff\0\0\0ab", b"\0\0\0\0\0\0\0\0ab"])
def test_changed_pages_are_told(data: bytes) -> None:
    """Bytes that no pages were packed into are an integrity error, nothing else."""
    with pytest.raises(IntegrityError, match="it was changed"):
        unpack_printed(data)


@pytest.mark.parametrize(
    "data",
    [b"x", zlib.compress(b""), zlib.compress(b"\x02\0\0\0[]x"), zlib.compress(b"\x04\0\0\0[{}]")],
)
def test_changed_bytes_are_told(data: bytes) -> None:
    """Bytes that no table was packed into are an integrity error, nothing else."""
    with pytest.raises(IntegrityError, match="it was changed"):
        unpack_tables(data)
