"""What people marked in contracts, as places in the units that the encoder reads."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from casewright.domain.scored_units import scored_unit
from casewright.domain.skipping import pieces_of, spans_of, unit_text

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from casewright.domain.documents import Chunk, OffsetMap, Reading
    from training.corpus import Mark

Placed = tuple[str, int, int]


def placed_spans(offsets: OffsetMap, spans: Mapping[str, Sequence[Sequence[int]]]) -> tuple[Placed, ...]:
    """The marks, given in the text as the file has it, in the text as it is read."""
    breaks = np.array(offsets.breaks, np.int64)
    read, raw = breaks[:, 0], breaks[:, 1]

    def place(offset: int) -> int:
        at = max(int(np.searchsorted(raw, offset, side="right")) - 1, 0)
        found = int(read[at] + offset - raw[at])
        return min(found, int(read[at + 1])) if at + 1 < len(read) else found

    return tuple((name, place(low), place(high)) for name, pairs in spans.items() for low, high in pairs)


def unit_with_marks(reading: Reading, chunk: Chunk, placed: Sequence[Placed]) -> tuple[str, int, list[Mark]]:
    """The chunk's unit, where its own words begin in it, and what is marked in these."""
    unit = scored_unit(reading.text, chunk, spans_of(reading.furniture))
    own = len(unit) - len(unit_text(reading.text, chunk.start, chunk.end, chunk.skipped))
    marks = []
    for name, low, high in placed:
        if low >= chunk.end or high <= chunk.start:
            continue
        at, found = own, []
        for start, end in pieces_of(reading.text, chunk.start, chunk.end, chunk.skipped):
            if low < end and high > start:
                found += [at + max(low, start) - start, at + min(high, end) - start]
            at += end - start + 1
        if found:
            marks.append((name, found[0], found[-1], int(low >= chunk.start)))
    return unit, own, marks
