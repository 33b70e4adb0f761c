"""What the packed changes and comments of a document are taken for."""

from __future__ import annotations

import pytest

from casewright.adapters.database.layout_column import pack_layout, unpack_layout
from casewright.domain.layouts import Layout
from casewright.errors import IntegrityError


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"x",
        b"\xff",
        b"[]",
        b'{"changes": [1], "comments": [], "notes": [], "left_out": 0}',
        b'{"changes": [["turned", null, null, 0, 0, "", null]], "comments": [], "notes": []}',
        b'{"changes": [], "comments": [], "notes": [["footnote", 1]], "left_out": 0}',
    ],
)
def test_bytes_that_are_no_layout_are_told(data: bytes) -> None:
    """Bytes that were not packed here are no layout."""
    with pytest.raises(IntegrityError, match="it was changed"):
        unpack_layout(data)


def test_no_layout_is_not_an_empty_one() -> None:
    """None comes back as None."""
    assert pack_layout(None) is None
    assert unpack_layout(None) is None
    assert unpack_layout(pack_layout(Layout())) == Layout()
