"""A document's text as ``get_document_text`` gave it, with places in it as citations."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final

from casewright.agents.document.minds.overviews.headings import heading_at, headings_of
from casewright.domain.skipping import blanked, gaps, quote_text, within

if TYPE_CHECKING:
    from collections.abc import Mapping

    from casewright.agents.document.minds.overviews.headings import Heading
    from casewright.domain.skipping import Span

LONGEST: Final = 80_000
"""Characters of a text that are asked for: with what else the result says, it fits into what models are shown."""
_CUT: Final = "[... text truncated ...]"


@dataclass(frozen=True)
class Reading:
    """``raw`` is the document's text up to where it was cut; ``whole`` where it was not; ``furniture`` nobody reads."""

    document_id: str
    filename: str
    raw: str
    furniture: tuple[Span, ...] = ()
    whole: bool = True

    @cached_property
    def text(self) -> str:
        """The text with spaces for page furniture, so that places hold."""
        return blanked(self.raw, self.furniture)

    @cached_property
    def headings(self) -> tuple[Heading, ...]:
        """Where its clauses begin."""
        return headings_of(self.text)

    def cite(self, start: int, end: int) -> dict[str, Any]:
        """The citation of ``raw[start:end]``, with the number of the clause that it stands in."""
        skipped = within(start, end, self.furniture)
        heading = heading_at(self.headings, start)
        return {
            "document_id": self.document_id,
            "filename": self.filename,
            "start": start,
            "end": end,
            "quote": quote_text(self.raw, start, end, skipped),
            "skipped": [list(one) for one in gaps(self.raw, start, end, skipped)] or None,
            "section": (heading.number or heading.title or None) if heading is not None else None,
        }


def reading_of(found: Mapping[str, Any] | None) -> Reading | None:
    """The text in a result; None where the result has none."""
    if found is None or not isinstance(found.get("text"), str):
        return None
    text = str(found["text"])
    cut = bool(found.get("truncated"))
    return Reading(
        document_id=str(found["document_id"]),
        filename=str(found["filename"]),
        raw=text.removesuffix(_CUT) if cut else text,
        furniture=tuple((int(one[0]), int(one[1])) for one in found.get("furniture") or ()),
        whole=not cut,
    )
