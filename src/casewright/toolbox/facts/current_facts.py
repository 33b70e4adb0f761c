"""The facts of documents as they are now: read where they were not, by the reader of now, with what people said."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

from casewright.domain.documents import DocumentStatus
from casewright.domain.kept_facts import text_digest
from casewright.domain.skipping import spans_of
from casewright.errors import UnreadableDocument
from casewright.evidence.facts.amended import later_than
from casewright.evidence.facts.corrections import Corrected, corrected
from casewright.toolbox.facts.fact_view import FactSource
from casewright.tools.cancellation import stop_if_cancelled

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from casewright.domain.amendments import Amendment
    from casewright.domain.documents import Document
    from casewright.domain.ids import DocumentId, MatterId, TenantId
    from casewright.domain.kept_facts import FactsRead
    from casewright.toolbox.facts.reading import FactReading

ENOUGH = 240.0
"""Seconds after which a call begins to read no further document; the next one goes on."""


@dataclass(slots=True)
class DocumentNow:
    """What is known of one document's facts. ``before`` is what an older version had read, where that was read anew.

    ``why_not`` says why nothing was read, ``kind`` in a word or two; both empty where it was. ``stale`` counts
    corrections of a text that the document does not have any more.
    """

    source: FactSource
    read: FactsRead | None = None
    before: FactsRead | None = None
    now: Corrected = field(default_factory=lambda: Corrected((), (), {}))
    why_not: str = ""
    kind: str = ""
    stale: int = 0

    @property
    def filename(self) -> str:
        """What the document is called."""
        return self.source.document.filename


class CurrentFacts:
    """Looks at documents of one matter; ``seconds`` is a clock that only goes forward, from now on."""

    def __init__(self, reading: FactReading, tenant: TenantId, matter: MatterId, seconds: Callable[[], float]) -> None:
        self.reading, self.tenant, self.matter = reading, tenant, matter
        self.known: dict[DocumentId, DocumentNow] = {}
        self._seconds, self._begun = seconds, seconds()
        self._reads = 0

    @cached_property
    def names(self) -> dict[DocumentId, str]:
        """The file names of the matter's documents."""
        return {one.id: one.filename for one in self.reading.documents.of_matter(self.tenant, self.matter)}

    def look_at(self, documents: Sequence[Document], held: Sequence[Amendment] = ()) -> None:
        """Know these documents, and those that amend them as people confirmed."""
        later = {one.document for document in documents for one in later_than(document.id, held)}
        later -= {one.id for one in documents}
        others = self.reading.documents.of_matter(self.tenant, self.matter) if later else ()
        everything = [*documents, *(one for one in others if one.id in later)]
        ids = [one.id for one in everything]
        texts = self.reading.documents.texts(self.tenant, ids)
        furniture = self.reading.documents.furniture(self.tenant, ids)
        stored = self.reading.facts.read(self.tenant, ids)
        recognised = self.reading.documents.recognised(self.tenant, ids)
        for one in everything:
            spans = spans_of(furniture.get(one.id, ()))
            now = DocumentNow(FactSource(one, texts.get(one.id, ""), spans, recognised.get(one.id, ())))
            self._read(now, stored)
            self.known[one.id] = now
        self._lay_over(ids)

    def _read(self, now: DocumentNow, stored: Mapping[DocumentId, FactsRead]) -> None:
        document = now.source.document
        if document.status is not DocumentStatus.READY:
            now.kind = document.status.value if document.report is None else document.report.state.value
            now.why_not = document.error or f"it has no text (status: {document.status.value})"
            return
        kept = stored.get(document.id)
        if self.reading.is_current(kept, now.source.text):
            now.read = kept
            return
        if self._reads and self._seconds() - self._begun > ENOUGH:
            now.kind, now.why_not = "not yet", "it is still to be read: call again"
            return
        stop_if_cancelled()
        self._reads += 1
        try:
            now.read = self.reading.read(document)
        except UnreadableDocument as error:
            now.kind, now.why_not = "failed", str(error)
            return
        if now.read is None:
            now.kind, now.why_not = "no text", "its text is gone: have it read again (reread_documents)"
        elif kept is not None and kept.text_sha256 == now.read.text_sha256:
            now.before = kept

    def _lay_over(self, ids: Sequence[DocumentId]) -> None:
        said = self.reading.facts.corrections(self.tenant, ids)
        for one in ids:
            now = self.known[one]
            digest = text_digest(now.source.text) if one in said else ""
            mine = [each for each in said.get(one, ()) if each.text_sha256 == digest]
            now.stale = len(said.get(one, ())) - len(mine)
            now.now = corrected(() if now.read is None else now.read.facts, mine)
