"""Tables packed into bytes come back as they were, and bytes that were changed are told."""

from __future__ import annotations

import zlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from casewright.adapters.database.table_columns import pack_tables, unpack_tables
from casewright.domain.documents import Table, TableCell
from casewright.errors import IntegrityError

_PLACES = st.integers(0, 2**31 - 1)
_TEXTS = st.none() | st.text(max_size=8)
_CELLS = st.tuples(_PLACES, _PLACES, _TEXTS).map(lambda cell: TableCell(min(cell[:2]), max(cell[:2]), cell[2]))
_ROWS = st.lists(st.lists(_CELLS, max_size=4).map(tuple), max_size=4).map(tuple)
TABLES = st.lists(st.builds(Table, _PLACES, _PLACES, _ROWS, _TEXTS, st.none() | st.integers(1, 9)), max_size=4)


@given(TABLES.map(tuple))
def test_tables_come_back_as_they_were(tables: tuple[Table, ...]) -> None:
    """Whatever tables hold, rows without cells too, is told exactly."""
    assert unpack_tables(pack_tables(tables)) == tables


@pytest.mark.parametrize(
    "data",
    [b"x", zlib.compress(b""), zlib.compress(b"\x02\0\0\0[]x"), zlib.compress(b"\x04\0\0\0[{}]")],
)
def test_changed_bytes_are_told(data: bytes) -> None:
    """Bytes that no table was packed into are an integrity error, nothing else."""
    with pytest.raises(IntegrityError, match="it was changed"):
        unpack_tables(data)
