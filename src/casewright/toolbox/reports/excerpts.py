"""Opens every excerpt of a deal at its place: the words must stand there, and what stands around them comes along."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING

from casewright.domain.recognition import confidence_of
from casewright.domain.skipping import blank, spans_of, stands
from casewright.errors import IntegrityError
from casewright.evidence.reporting.report import Context

if TYPE_CHECKING:
    from collections.abc import Mapping

    from casewright.domain.ids import EvidenceId, TenantId
    from casewright.evidence.record import DealRecord
    from casewright.tools.ports.documents import DocumentStore

AROUND = 160
"""How many characters before and after an excerpt are shown, cut at a word."""


def excerpts_in_place(documents: DocumentStore, tenant: TenantId, record: DealRecord) -> Mapping[EvidenceId, Context]:
    """The words around each excerpt that a claim rests on. What stands in a document that is gone is left out.

    Raises ``IntegrityError`` naming an excerpt that does not stand at its place.
    """
    borne = dict.fromkeys(name for claim in record.claims for name in claim.sanad.evidence)
    items = [record.evidence[name] for name in borne if name in record.evidence]
    wanted = dict.fromkeys(item.span.document for item in items if item.span is not None)
    kept = [name for name in wanted if name in record.documents]
    texts, furniture = documents.texts(tenant, kept), documents.furniture(tenant, kept)
    recognised = documents.recognised(tenant, kept)
    found: dict[EvidenceId, Context] = {}
    for item in items:
        if item.span is None or item.span.document not in texts:
            continue
        text, start, end = texts[item.span.document], item.span.start, item.span.end
        if not stands(text, start, end, item.excerpt, spans_of(furniture.get(item.span.document, ()))):
            name = record.documents[item.span.document]
            raise IntegrityError(
                f"Evidence {item.id} does not stand at characters {start} to {end} of {name!r} any more: "
                "the stored text or the evidence was changed outside of Casewright"
            )
        read = blank(text, furniture.get(item.span.document, ()))
        ocr = confidence_of(recognised.get(item.span.document, ()), start, end) is not None
        found[item.id] = Context(_before(read, start), _after(read, end), ocr)
    return MappingProxyType(found)


def _before(text: str, start: int) -> str:
    cut = text[max(0, start - AROUND) : start]
    return cut if start <= AROUND else cut[cut.find(" ") + 1 :]


def _after(text: str, end: int) -> str:
    cut = text[end : end + AROUND]
    return cut if end + AROUND >= len(text) else cut[: cut.rfind(" ") + 1] or cut
