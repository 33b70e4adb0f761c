"""Chunks, pages and offsets packed into columns."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from casewright.adapters.database.chunk_columns import pack_chunks, pack_offsets, pack_pages, unpack_chunks
from casewright.domain.documents import Chunk, OffsetMap, Page
from casewright.domain.ids import DocumentId

_OFFSET = st.integers(0, 2**31 - 1)
_SECTION = st.lists(st.text(st.characters(), max_size=4), max_size=3).map(tuple)
CHUNKS = st.lists(
    st.builds(
        Chunk,
        index=st.just(0),
        start=_OFFSET,
        end=_OFFSET,
        sha256=st.just("00" * 32),
        section=_SECTION,
        heading=st.none() | st.text(st.characters(), max_size=4),
        page=st.none() | st.integers(1, 10_000),
    ),
    max_size=8,
)


@given(CHUNKS)
def test_columns_unpack_as_they_were_packed(chunks: list[Chunk]) -> None:
    """Every offset, page and section of every chunk comes back, hostile headings too."""
    content = list(range(7, 7 + len(chunks)))

    found = unpack_chunks(DocumentId("d"), *pack_chunks(chunks, content))

    assert found.content.tolist() == content
    assert list(zip(found.start.tolist(), found.end.tolist(), found.page.tolist(), strict=True)) == [
        (chunk.start, chunk.end, chunk.page or 0) for chunk in chunks
    ]
    assert [found.sections[place] for place in found.section] == [(chunk.section, chunk.heading) for chunk in chunks]


def test_sections_are_kept_once() -> None:
    """Chunks of one section share it."""
    chunks = [Chunk(place, place, place + 1, "00" * 32, ("7",), "Term") for place in range(50)]

    found = unpack_chunks(DocumentId("d"), *pack_chunks(chunks, list(range(50))))

    assert list(found.sections) == [(("7",), "Term")]


def test_pages_and_offsets_are_little_endian_columns() -> None:
    """The bytes mean the same on every machine: all numbers, then all starts, then all ends."""
    pages = pack_pages([Page(1, 0, 10), Page(2, 11, 20)])
    offsets = pack_offsets(OffsetMap(((0, 0), (5, 7))))

    assert np.frombuffer(pages, "<i4").tolist() == [1, 2, 0, 11, 10, 20]
    assert np.frombuffer(offsets, "<i4").tolist() == [0, 5, 0, 7]
    assert pack_pages([]) == b""
