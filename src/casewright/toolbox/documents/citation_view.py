"""How results show a citation."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from casewright.domain.citations import Citation


def shown(citation: Citation) -> dict[str, Any]:
    """A citation as results carry it; page, section, skipped and ocr are left out where there are none."""
    fields = {
        "document_id": citation.document_id,
        "filename": citation.filename,
        "start": citation.start,
        "end": citation.end,
        "quote": citation.quote,
        "page": citation.page,
        "section": citation.section,
        "skipped": [list(span) for span in citation.skipped] or None,
        "ocr": None if citation.ocr is None else round(citation.ocr, 4),
    }
    return {name: value for name, value in fields.items() if value is not None}
