"""Chunks, pages and offsets packed into columns."""

from __future__ import annotations

import json
from hashlib import sha256

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from casewright.adapters.database.chunk_columns import (
    chunks_of,
    pack_chunks,
    pack_furniture,
    pack_offsets,
    pack_pages,
    unpack_chunks,
    unpack_furniture,
)
from casewright.domain.documents import Chunk, Furniture, FurnitureKind, OffsetMap, Page
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
        skipped=st.lists(st.tuples(_OFFSET, _OFFSET), max_size=3).map(tuple),
        lead_in=st.none() | st.tuples(_OFFSET, _OFFSET),
    ),
    max_size=8,
)


@given(CHUNKS)
def test_columns_unpack_as_they_were_packed(chunks: list[Chunk]) -> None:
    """Every offset, page, section and skipped stretch of every chunk comes back, hostile headings too."""
    content = list(range(7, 7 + len(chunks)))
    unit = list(range(90, 90 + len(chunks)))

    found = unpack_chunks(DocumentId("d"), *pack_chunks(chunks, content, unit))

    assert found.content.tolist() == content
    assert found.unit.tolist() == unit
    assert dict(found.skipped) == {number: chunk.skipped for number, chunk in enumerate(chunks) if chunk.skipped}
    assert found.lead_in == {number: chunk.lead_in for number, chunk in enumerate(chunks) if chunk.lead_in}
    assert list(zip(found.start.tolist(), found.end.tolist(), found.page.tolist(), strict=True)) == [
        (chunk.start, chunk.end, chunk.page or 0) for chunk in chunks
    ]
    assert [found.sections[place] for place in found.section] == [(chunk.section, chunk.heading) for chunk in chunks]


def test_sections_are_kept_once() -> None:
    """Chunks of one section share it."""
    chunks = [Chunk(place, place, place + 1, "00" * 32, ("7",), "Term") for place in range(50)]

    found = unpack_chunks(DocumentId("d"), *pack_chunks(chunks, list(range(50)), list(range(50))))

    assert list(found.sections) == [(("7",), "Term")]


def test_columns_of_before_units_unpack() -> None:
    """Chunks that were stored before anything could be skipped are read in whole slices."""
    old = np.array([[7, 8], [0, 5], [4, 9], [1, 2], [0, 0]], "<i4").tobytes()

    found = unpack_chunks(DocumentId("d"), old, '[[["7"], "Term"]]')

    assert found.unit.tolist() == found.content.tolist() == [7, 8]
    assert found.end.tolist() == [4, 9]
    assert dict(found.skipped) == {}


def test_units_of_before_lead_ins_stay_what_they_were() -> None:
    """A chunk stored without lead-ins keeps the unit that it is numbered by: its slice, or that without furniture."""
    text, heading, skipped = "One goes Page 1 on. Two.", "Term", ((9, 15),)
    slices = [Chunk(0, 0, 19, "", (), heading, skipped=skipped), Chunk(1, 20, 24, "", (), heading)]
    columns, described = pack_chunks(slices, [0, 1], [2, 1])
    old = json.dumps({key: value for key, value in json.loads(described).items() if key != "lead_in"})

    units = [chunk.unit_sha256 for chunk in chunks_of(unpack_chunks(DocumentId("d"), columns, old), text, skipped)]
    new = [chunk.unit_sha256 for chunk in chunks_of(unpack_chunks(DocumentId("d"), columns, described), text, skipped)]

    assert units == [sha256(b"One goes on.").hexdigest(), ""]
    assert new == [sha256(b"Term\nOne goes on.").hexdigest(), ""]


@given(st.lists(st.builds(Furniture, start=_OFFSET, end=_OFFSET, kind=st.sampled_from(FurnitureKind)), max_size=5))
def test_furniture_unpacks_as_it_was_packed(furniture: list[Furniture]) -> None:
    """Every kind has a number of its own."""
    assert unpack_furniture(pack_furniture(furniture)) == tuple(furniture)
    assert unpack_furniture(None) == ()


def test_pages_and_offsets_are_little_endian_columns() -> None:
    """The bytes mean the same on every machine: all numbers, then all starts, then all ends."""
    pages = pack_pages([Page(1, 0, 10), Page(2, 11, 20)])
    offsets = pack_offsets(OffsetMap(((0, 0), (5, 7))))

    assert np.frombuffer(pages, "<i4").tolist() == [1, 2, 0, 11, 10, 20]
    assert np.frombuffer(offsets, "<i4").tolist() == [0, 5, 0, 7]
    assert pack_pages([]) == b""
