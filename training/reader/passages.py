"""The passages of documents, as the product cuts them, and where places of a document stand in them."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from casewright.adapters.ingest.reader import FileReader
from casewright.domain.scored_units import units_of
from casewright.domain.skipping import unit_text

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

_READER = FileReader()


@dataclass(frozen=True, slots=True)
class Cut:
    """A document as the product reads it.

    ``units`` are its passages' texts with heading and lead-in, ``own`` where each one's own words begin, ``spans``
    where these stand in ``text``; ``whole`` says of each whether nothing in it is skipped.
    """

    name: str
    text: str
    units: Sequence[str]
    own: Sequence[int]
    spans: Sequence[tuple[int, int]]
    whole: Sequence[bool]

    def units_with(self, start: int, end: int) -> list[tuple[int, int, int]]:
        """The passages that hold text[start:end] whole: number, and where it stands in the passage's text."""
        return [
            (number, self.own[number] + start - low, self.own[number] + end - low)
            for number, (low, high) in enumerate(self.spans)
            if low <= start and end <= high and self.whole[number]
        ]

    def touching(self, start: int, end: int) -> set[int]:
        """The numbers of the passages that share a character with text[start:end]."""
        return {number for number, (low, high) in enumerate(self.spans) if low < end and start < high}


@lru_cache(maxsize=1000)
def cut(path: Path) -> Cut:
    """Read one file and cut it."""
    reading = _READER.read(path.read_bytes(), path.name)
    own_texts = [unit_text(reading.text, chunk.start, chunk.end, chunk.skipped) for chunk in reading.chunks]
    units = units_of(reading)
    return Cut(
        path.name,
        reading.text,
        units,
        [len(unit) - len(own) for unit, own in zip(units, own_texts, strict=True)],
        [(chunk.start, chunk.end) for chunk in reading.chunks],
        [not chunk.skipped for chunk in reading.chunks],
    )


def stands(text: str, words: str, low: int = 0, high: int | None = None) -> tuple[int, int] | None:
    """Where the words stand in text[low:high], whatever the white space between them."""
    pattern = r"\s+".join(map(re.escape, words.split()))
    hit = re.compile(pattern).search(text, low, len(text) if high is None else high) if pattern else None
    return None if hit is None else hit.span()
