"""Cuts the text of a Word document: its body by its structure, its notes apart, headers and footers not at all."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from casewright.adapters.ingest.chunker import chunked, chunks_of
from casewright.adapters.ingest.structure import structure_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from casewright.adapters.ingest.normalise import Normalised
    from casewright.domain.documents import Chunk, Furniture, Section


def end_of_body(read: Normalised) -> int:
    """Where the body ends and the notes, or what stands in the margins, begin."""
    margins = _margins(read)
    return min((note.start for note in read.layout.notes), default=margins) if read.layout is not None else margins


def _margins(read: Normalised) -> int:
    return min((one.start for one in read.furniture), default=len(read.text))


def word_parts(read: Normalised, furniture: Sequence[Furniture] = ()) -> tuple[tuple[Chunk, ...], tuple[Section, ...]]:
    """The chunks and the sections in order. Notes stand behind the body and are of none of its sections.

    ``furniture`` is what was found in the body.
    """
    notes, margins = end_of_body(read), _margins(read)
    structure = structure_of(read.text[:notes], [one for one in read.headings if one.end <= notes], furniture)
    body = chunked(read.text[:notes], structure)
    apart = chunks_of(read.text[notes:margins])
    moved = (
        replace(chunk, index=len(body) + chunk.index, start=notes + chunk.start, end=notes + chunk.end, section=())
        for chunk in apart
    )
    return (*body, *(replace(chunk, heading=None) for chunk in moved)), structure.sections
