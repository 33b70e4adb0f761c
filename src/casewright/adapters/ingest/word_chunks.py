"""Cuts the text of a Word document: its body by its structure, its notes apart, headers and footers not at all."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from casewright.adapters.ingest.chunker import chunked, chunks_of, with_unit
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
    moved = (_moved(read.text, chunk, len(body), notes) for chunk in chunks_of(read.text[notes:margins]))
    return (*body, *moved), structure.sections


def _moved(text: str, chunk: Chunk, index: int, by: int) -> Chunk:
    """A chunk of the notes, which begin at ``by``, in the document."""
    lead_in = None if chunk.lead_in is None else (by + chunk.lead_in[0], by + chunk.lead_in[1])
    place = replace(chunk, index=index + chunk.index, start=by + chunk.start, end=by + chunk.end, lead_in=lead_in)
    return with_unit(text, replace(place, section=(), heading=None))
