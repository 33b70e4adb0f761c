"""A text's structure, found once: its paragraphs, where each stands, and the sections that they make."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from casewright.adapters.ingest.contents import corrected
from casewright.adapters.ingest.outline import places_of
from casewright.adapters.ingest.paragraphs import paragraphs_of
from casewright.adapters.ingest.sections import sections_of
from casewright.vocabulary.lookalikes import SPACES, read_alike

if TYPE_CHECKING:
    from collections.abc import Sequence

    from casewright.adapters.ingest.marks import Place
    from casewright.adapters.ingest.paragraphs import Paragraph
    from casewright.adapters.ingest.wire import Heading
    from casewright.domain.documents import Section


@dataclass(frozen=True, slots=True)
class Structure:
    """``places`` has one item for each of ``paragraphs``.

    ``seen`` is the text with plain letters in place of those that only look like them, as long as it is.
    """

    seen: str
    paragraphs: Sequence[Paragraph]
    places: Sequence[Place]
    sections: tuple[Section, ...]


def structure_of(text: str, headings: Sequence[Heading] = (), furniture: Sequence[tuple[int, int]] = ()) -> Structure:
    """The structure of the text, in time in proportion to it.

    ``headings`` are those that the format itself marks; ``furniture`` are running headers and footers.
    """
    seen = read_alike(text, but=SPACES)  # wide spaces say where a number ends and where a column does
    paragraphs = corrected(seen, paragraphs_of(seen, headings, furniture))
    places = places_of([paragraph.mark for paragraph in paragraphs])
    return Structure(seen, paragraphs, places, sections_of(paragraphs, places))
