"""A text's structure, found once: its paragraphs, where each stands, and the sections that they make."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from casewright.adapters.ingest.body import body_of
from casewright.adapters.ingest.contents import corrected
from casewright.adapters.ingest.outline import places_of
from casewright.adapters.ingest.paragraphs import paragraphs_of
from casewright.adapters.ingest.sections import sections_of
from casewright.adapters.ingest.wire import Heading
from casewright.domain.skipping import spans_of
from casewright.vocabulary.lookalikes import SPACES, read_alike

if TYPE_CHECKING:
    from collections.abc import Sequence

    from casewright.adapters.ingest.body import Body
    from casewright.adapters.ingest.marks import Place
    from casewright.adapters.ingest.paragraphs import Paragraph
    from casewright.domain.documents import Furniture, Section


@dataclass(frozen=True, slots=True)
class Structure:
    """``places`` has one item for each of ``paragraphs``.

    They stand in ``seen``, which is the text of ``body`` with plain letters in place of those that only look like
    them, as long as it is; ``sections`` and ``skipped``, which is the furniture, stand in the document.
    """

    seen: str
    body: Body
    skipped: tuple[tuple[int, int], ...]
    paragraphs: Sequence[Paragraph]
    places: Sequence[Place]
    sections: tuple[Section, ...]


def structure_of(
    text: str, headings: Sequence[Heading] = (), furniture: Sequence[Furniture] = (), *, has_pages: bool = False
) -> Structure:
    """The structure of the text without its furniture, in time in proportion to it.

    ``headings`` are those that the format itself marks; ``furniture`` is in order and does not overlap; ``has_pages``
    as in ``body_of``.
    """
    body = body_of(text, furniture, has_pages=has_pages)
    seen = read_alike(body.text, but=SPACES)  # wide spaces say where a number ends and where a column does
    paragraphs = corrected(seen, paragraphs_of(seen, _moved(headings, body)))
    places = places_of([paragraph.mark for paragraph in paragraphs])
    sections = tuple(
        replace(one, start=body.place(one.start), end=body.place(one.end - 1) + 1)
        for one in sections_of(paragraphs, places)
    )
    return Structure(seen, body, spans_of(furniture), paragraphs, places, sections)


def _moved(headings: Sequence[Heading], body: Body) -> Sequence[Heading]:
    """The headings in the body, without those that are furniture."""
    if len(body.starts) == 1:
        return headings
    moved = (Heading(body.offset(one.start), body.offset(one.end), one.level) for one in headings)
    return [one for one in moved if one.start < one.end]
