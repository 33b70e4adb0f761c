"""What of a reading is kept beside its text, as JSON: chunks, sections, pages, furniture, recognised words."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from casewright.domain.documents import Chunk, Furniture, FurnitureKind, Page, Reading, Section
from casewright.domain.recognition import RecognisedPage, RecognisedWord

if TYPE_CHECKING:
    from collections.abc import Sequence


def packed(reading: Reading) -> str:
    """The parts that ``unpacked`` reads."""
    sections = reading.sections
    return json.dumps(
        {
            "chunks": [
                [one.start, one.end, one.section, one.heading, one.page, one.skipped, one.unit_sha256, one.lead_in]
                for one in reading.chunks
            ],
            "sections": None
            if sections is None
            else [[one.label, one.path, one.heading, one.start, one.end, one.certain] for one in sections],
            "pages": [[one.number, one.start, one.end] for one in reading.pages],
            "furniture": [[one.start, one.end, one.kind.value] for one in reading.furniture],
            "recognised": [
                [one.number, one.start, one.end, one.confidence, [_word(word) for word in one.words]]
                for one in reading.recognised
            ],
        }
    )


def unpacked(media_type: str, text: str, parts: str) -> Reading:
    """The reading, as far as queries and facts need it. Raises ``ValueError``, ``KeyError`` or ``TypeError``."""
    told = json.loads(parts)
    sections = told["sections"]
    return Reading(
        media_type,
        text,
        tuple(_chunk(index, one) for index, one in enumerate(told["chunks"])),
        tuple(Page(*one) for one in told["pages"]),
        furniture=tuple(Furniture(start, end, FurnitureKind(kind)) for start, end, kind in told["furniture"]),
        sections=None
        if sections is None
        else tuple(Section(label, tuple(path), *rest) for label, path, *rest in sections),
        recognised=tuple(
            RecognisedPage(number, start, end, confidence, tuple(RecognisedWord(*word) for word in words))
            for number, start, end, confidence, words in told["recognised"]
        ),
    )


def _chunk(index: int, told: Sequence[Any]) -> Chunk:
    start, end, section, heading, page, skipped, unit, lead_in = told
    return Chunk(
        index,
        start,
        end,
        "",
        tuple(section),
        heading,
        page,
        tuple((low, high) for low, high in skipped),
        unit,
        None if lead_in is None else (lead_in[0], lead_in[1]),
    )


def _word(word: RecognisedWord) -> list[float]:
    return [word.start, word.end, word.left, word.bottom, word.right, word.top, word.confidence]
