"""How a document's chunks, pages and offsets are packed into columns of int32, one value of bytes each.

A document is read as a whole, so a row per chunk would only cost: 42,000 rows for 407 contracts against 407.
"""

from __future__ import annotations

import json
from hashlib import sha256
from typing import TYPE_CHECKING

import numpy as np

from casewright.domain.documents import Chunk, OffsetMap, Page
from casewright.tools.ports.documents import DocumentChunks

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from casewright.domain.ids import DocumentId

_STORED = np.dtype("<i4")
_FIELDS = 5

Section = tuple[tuple[str, ...], str | None]


def pack_chunks(chunks: Sequence[Chunk], content: Sequence[int]) -> tuple[bytes, str]:
    """The columns content, start, end, page, section one after the other, and the sections as JSON."""
    places: dict[Section, int] = {}
    section = [places.setdefault((chunk.section, chunk.heading), len(places)) for chunk in chunks]
    columns = np.array(
        [
            content,
            [chunk.start for chunk in chunks],
            [chunk.end for chunk in chunks],
            [chunk.page or 0 for chunk in chunks],
            section,
        ],
        dtype=_STORED,
    )
    return columns.tobytes(), json.dumps(list(places))


def unpack_chunks(document: DocumentId, columns: bytes, sections: str) -> DocumentChunks:
    """The chunks as they were packed; none where ``columns`` is empty."""
    content, start, end, page, section = _columns(columns, _FIELDS)
    places: list[Section] = [(tuple(path), heading) for path, heading in json.loads(sections)]
    return DocumentChunks(
        document=document, content=content, start=start, end=end, page=page, section=section, sections=places
    )


def chunks_of(columns: DocumentChunks, text: str) -> tuple[Chunk, ...]:
    """The chunks, each with the hash of its part of ``text``."""
    chunks = []
    for index, start in enumerate(columns.start.tolist()):
        end, page = int(columns.end[index]), int(columns.page[index])
        path, heading = columns.sections[int(columns.section[index])]
        digest = sha256(text[start:end].encode("utf-8", "surrogatepass")).hexdigest()
        chunks.append(Chunk(index, start, end, digest, path, heading, page or None))
    return tuple(chunks)


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


def _columns(data: bytes, count: int) -> NDArray[np.int64]:
    return np.frombuffer(data, dtype=_STORED).reshape(count, -1).astype(np.int64)
