"""How a document's chunks, pages and offsets are packed into columns of int32, one value of bytes each.

A document is read as a whole, so a row per chunk would only cost: 42,000 rows for 407 contracts against 407.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from hashlib import sha256
from typing import TYPE_CHECKING, Any, overload

import numpy as np
import orjson

from casewright.domain.documents import Chunk, Furniture, FurnitureKind, OffsetMap, Page
from casewright.domain.scored_units import scored_unit
from casewright.domain.skipping import unit_text
from casewright.tools.ports.documents import DocumentChunks

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from casewright.domain.ids import DocumentId

_STORED = np.dtype("<i4")
_FIELDS = 6
_OLD_FIELDS = 5
"""Before units were numbered beside slices: the sections were a list then, and nothing was skipped."""

_KINDS = (
    *(FurnitureKind.HEADER, FurnitureKind.FOOTER, FurnitureKind.PAGE_NUMBER, FurnitureKind.STAMP),
    *(FurnitureKind.LINE_NUMBER, FurnitureKind.WATERMARK, FurnitureKind.CONTENTS),
)
"""Stored as their places here: new ones go to the end."""

Section = tuple[tuple[str, ...], str | None]
Span = tuple[int, int]


def pack_chunks(chunks: Sequence[Chunk], content: Sequence[int], unit: Sequence[int]) -> tuple[bytes, str]:
    """The columns content, start, end, page, section, unit one after the other; sections, skipped, lead-ins as JSON.

    ``skipped`` and ``lead_in`` are flat: number of the chunk, start, end, and so on.
    """
    places: dict[Section, int] = {}
    section = [places.setdefault((chunk.section, chunk.heading), len(places)) for chunk in chunks]
    columns = np.array(
        [
            content,
            [chunk.start for chunk in chunks],
            [chunk.end for chunk in chunks],
            [chunk.page or 0 for chunk in chunks],
            section,
            unit,
        ],
        dtype=_STORED,
    )
    skipped = [value for number, chunk in enumerate(chunks) for span in chunk.skipped for value in (number, *span)]
    lead_in = [value for number, chunk in enumerate(chunks) if chunk.lead_in for value in (number, *chunk.lead_in)]
    return columns.tobytes(), json.dumps({"sections": list(places), "skipped": skipped, "lead_in": lead_in})


def unpack_chunks(document: DocumentId, columns: bytes, sections: str) -> DocumentChunks:
    """The chunks as they were packed; none where ``columns`` is empty."""
    packed = _loads(sections)
    if isinstance(packed, list):
        content, start, end, page, section = _columns(columns, _OLD_FIELDS)
        unit, listed, flat, led = content, packed, [], None
    else:
        content, start, end, page, section, unit = _columns(columns, _FIELDS)
        listed, flat, led = packed["sections"], packed["skipped"], packed.get("lead_in")
    skipped: dict[int, tuple[Span, ...]] = {}
    for number, low, high in zip(flat[::3], flat[1::3], flat[2::3], strict=True):
        skipped[number] = (*skipped.get(number, ()), (low, high))
    return DocumentChunks(
        document=document,
        content=content,
        start=start,
        end=end,
        page=page,
        section=section,
        sections=_Sections(listed),
        unit=unit,
        skipped=skipped,
        lead_in=None if led is None else dict(zip(led[::3], zip(led[1::3], led[2::3], strict=True), strict=True)),
    )


def chunks_of(columns: DocumentChunks, text: str, furniture: Sequence[Span]) -> tuple[Chunk, ...]:
    """The chunks, each with the hash of its part of ``text`` and of its unit, as they were numbered."""
    lead_ins = columns.lead_in or {}
    chunks = []
    for index, start in enumerate(columns.start.tolist()):
        end, page = int(columns.end[index]), int(columns.page[index])
        path, heading = columns.sections[int(columns.section[index])]
        skipped = tuple(columns.skipped.get(index, ()))
        slice_sha, lead_in = _digest(text[start:end]), lead_ins.get(index)
        chunk = Chunk(index, start, end, slice_sha, path, heading, page or None, skipped, lead_in=lead_in)
        if columns.unit[index] != columns.content[index]:
            is_old = columns.lead_in is None
            unit = unit_text(text, start, end, skipped) if is_old else scored_unit(text, chunk, furniture)
            chunk = replace(chunk, unit_sha256=_digest(unit))
        chunks.append(chunk)
    return tuple(chunks)


class _Sections(Sequence[Section]):
    """Sections as JSON has them, each made when it is asked for: a query reads those of what it cites alone."""

    def __init__(self, listed: list[tuple[list[str], str | None]]) -> None:
        self._listed = listed

    def __len__(self) -> int:
        return len(self._listed)

    @overload
    def __getitem__(self, place: int) -> Section: ...
    @overload
    def __getitem__(self, place: slice) -> Sequence[Section]: ...
    def __getitem__(self, place: int | slice) -> Section | Sequence[Section]:
        if isinstance(place, slice):
            return _Sections(self._listed[place])
        path, heading = self._listed[place]
        return tuple(path), heading


def _loads(text: str) -> Any:  # Any: JSON, which its reader knows
    """What the JSON says; lone surrogates, which ``json`` alone reads, too."""
    try:
        return orjson.loads(text)
    except orjson.JSONDecodeError:
        return json.loads(text)


def _digest(text: str) -> str:
    return sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def pack_pages(pages: Sequence[Page]) -> bytes:
    """The columns number, start, end."""
    return np.array([(page.number, page.start, page.end) for page in pages], dtype=_STORED).T.tobytes()


def unpack_pages(data: bytes) -> tuple[Page, ...]:
    """The pages as they were packed."""
    return tuple(Page(*page) for page in _columns(data, 3).T.tolist()) if data else ()


def unpack_offsets(data: bytes) -> OffsetMap:
    """The map as it was packed."""
    return OffsetMap(tuple((new, raw) for new, raw in _columns(data, 2).T.tolist()))


def pack_offsets(offsets: OffsetMap) -> bytes:
    """The columns normalised offset, raw offset."""
    return np.array(offsets.breaks, dtype=_STORED).T.tobytes()


def pack_furniture(furniture: Sequence[Furniture]) -> bytes:
    """The columns start, end, kind."""
    rows = [(one.start, one.end, _KINDS.index(one.kind)) for one in furniture]
    return np.array(rows, dtype=_STORED).reshape(-1, 3).T.tobytes()


def unpack_furniture(data: bytes | None) -> tuple[Furniture, ...]:
    """The furniture as it was packed; none where none was looked for."""
    return tuple(Furniture(start, end, _KINDS[kind]) for start, end, kind in _columns(data or b"", 3).T.tolist())


def _columns(data: bytes, count: int) -> NDArray[np.int64]:
    return np.frombuffer(data, dtype=_STORED).reshape(count, -1).astype(np.int64)
