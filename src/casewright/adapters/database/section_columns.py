"""How a document's sections are packed into one value of bytes: labels and headings as JSON, offsets as columns."""

from __future__ import annotations

import json
import struct
import zlib
from itertools import accumulate
from typing import TYPE_CHECKING

import numpy as np

from casewright.domain.documents import Section
from casewright.errors import IntegrityError

if TYPE_CHECKING:
    from collections.abc import Sequence

_STORED = np.dtype("<i4")
_LENGTH = struct.Struct("<I")


def pack_sections(sections: Sequence[Section] | None) -> bytes | None:
    """The sections; None where nobody looked for any, which is something else than having none.

    The head has each section's label, the labels above it that the path before it does not begin with, and its
    heading; the columns are start (as the distance from the one before), length, how many labels of the path before
    it are kept, and whether its end is certain.
    """
    if sections is None:
        return None
    kept = [_shared(before, one.path[:-1]) for before, one in zip(_before(sections), sections, strict=True)]
    head = [[*one.path[count:], one.heading] for one, count in zip(sections, kept, strict=True)]
    columns = np.array(
        [
            np.diff([one.start for one in sections], prepend=0),
            [one.end - one.start for one in sections],
            kept,
            [one.certain for one in sections],
        ],
        dtype=_STORED,
    )
    said = json.dumps(head).encode("ascii")
    return zlib.compress(_LENGTH.pack(len(said)) + said + columns.tobytes())


def unpack_sections(data: bytes | None) -> tuple[Section, ...] | None:
    """The sections as they were packed. Raises ``IntegrityError`` where the bytes are none that were."""
    if data is None:
        return None
    try:
        return _unpacked(zlib.decompress(data))
    except (zlib.error, struct.error, ValueError, TypeError, IndexError) as error:
        raise IntegrityError("The sections of a document cannot be read from the database: it was damaged") from error


def _unpacked(data: bytes) -> tuple[Section, ...]:
    (length,) = _LENGTH.unpack_from(data)
    first = _LENGTH.size + length
    head = json.loads(data[_LENGTH.size : first])
    if not isinstance(head, list):
        raise TypeError("no list of sections")
    steps, lengths, kept, certain = np.frombuffer(data, dtype=_STORED, offset=first).reshape(4, len(head)).tolist()
    sections: list[Section] = []
    path: tuple[str, ...] = ()
    for at, start in enumerate(accumulate(steps)):
        *own, heading = head[at]
        path = (*path[: kept[at]], *own)
        sections.append(Section(path[-1], path, heading, start, start + lengths[at], bool(certain[at])))
    return tuple(sections)


def _before(sections: Sequence[Section]) -> list[tuple[str, ...]]:
    """For each section, the path of the one before it."""
    return [(), *(one.path for one in sections[:-1])] if sections else []


def _shared(path: tuple[str, ...], other: tuple[str, ...]) -> int:
    """How many labels both paths begin with."""
    depth = 0
    while depth < min(len(path), len(other)) and path[depth] == other[depth]:
        depth += 1
    return depth
