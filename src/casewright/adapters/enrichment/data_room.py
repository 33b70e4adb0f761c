"""The data room of the deal itself: which of its documents are about a company, by its index and its file names."""

from __future__ import annotations

import threading
from dataclasses import dataclass
from typing import TYPE_CHECKING

from casewright.adapters.enrichment.names import folded_name, folded_point
from casewright.domain.documents import DocumentStatus
from casewright.domain.enrichment import Enrichment, EntityType
from casewright.domain.evidence import Grade
from casewright.domain.values import Text
from casewright.evidence.data_room_index import IndexEntry, absent, index_entries
from casewright.vocabulary.company_forms import CONTINENTAL, ENGLISH

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from datetime import datetime

    from casewright.domain.documents import Document
    from casewright.domain.enrichment import EnrichmentQuery
    from casewright.domain.ids import DocumentId, TenantId
    from casewright.tools.ports.documents import DocumentStore

MOST_NAMES = 40
"""Documents that one answer names; the rest is counted."""
ALL = frozenset({"documents", "data_room", "data_room_documents", "files"})
"""Data points that mean every document about the entity; any other one means those that its words name, too."""
_REMEMBERED = 20_000

_LEGAL_FORMS = frozenset((*ENGLISH, *CONTINENTAL))


@dataclass(frozen=True, slots=True)
class _Listed:
    """A document by its name, and who names it; ``missing`` where the index names it and it is not there."""

    name: str
    source: str
    missing: bool = False


class DataRoom:
    """Fits ``tools.ports.evidence.EnrichmentConnector``: companies, grade D.

    It tells names of documents, and of those that an index lists and that are not there. What stands in them is for
    ``search_evidence``.
    """

    name = "data_room_index"
    entity_types = (EntityType.COMPANY,)

    def __init__(self, documents: DocumentStore, *, now: Callable[[], datetime]) -> None:
        self._documents, self._now = documents, now
        self._entries: dict[tuple[TenantId, DocumentId], tuple[IndexEntry, ...] | None] = {}
        self._lock = threading.Lock()

    def ask(self, query: EnrichmentQuery) -> Sequence[Enrichment]:
        """The names of the deal's documents that name the company, and each data point's words."""
        company = _without_legal_form(folded_name(query.entity_name))
        if query.deal is None or not company:
            return []
        ready = [
            one for one in self._documents.of_matter(query.tenant, query.deal) if one.status is DocumentStatus.READY
        ]
        about = [one for one in self._listed(query.tenant, ready) if _names(one.name, company)]
        found = []
        for point in query.data_points:
            words = folded_point(point)
            named = [one for one in about if words in ALL or _names(one.name, words.replace("_", " "))]
            if words and named:
                sources = ", ".join(dict.fromkeys(one.source for one in named))
                found.append(Enrichment(point, Text(_told(named)), sources, Grade.D, self._now()))
        return found

    def _listed(self, tenant: TenantId, ready: Sequence[Document]) -> list[_Listed]:
        """What indexes list, then the files that none of them lists."""
        filenames = [one.filename for one in ready]
        listed = []
        for document in ready:
            entries = self._index(tenant, document)
            missing = absent(entries, filenames) if entries else ()
            source = f"data-room index {document.filename!r}"
            listed += [_Listed(entry.name, source, entry in missing) for entry in entries]
        known = {folded_name(one.name) for one in listed}
        return listed + [
            _Listed(name, "file names in the data room") for name in filenames if folded_name(name) not in known
        ]

    def _index(self, tenant: TenantId, document: Document) -> tuple[IndexEntry, ...]:
        """What the document lists where it is an index. A document never changes, so it is looked at once."""
        key = (tenant, document.id)
        with self._lock:
            if key in self._entries:
                return self._entries[key] or ()
        text = self._documents.text(tenant, document.id)
        entries = index_entries(document.filename, text, self._documents.tables(tenant, document.id))
        with self._lock:
            if len(self._entries) >= _REMEMBERED:
                self._entries.clear()
            self._entries[key] = entries
        return entries or ()


def _without_legal_form(name: str) -> str:
    words = name.split()
    while len(words) > 1 and words[-1] in _LEGAL_FORMS:
        words.pop()
    return " ".join(words)


def _names(listed: str, words: str) -> bool:
    """Whether the words stand side by side in the name."""
    return f" {words} " in f" {folded_name(listed)} "


def _told(named: Sequence[_Listed]) -> str:
    names = [f"{one.name} (listed, not in the data room)" if one.missing else one.name for one in named]
    shown = list(dict.fromkeys(names))
    left = len(shown) - MOST_NAMES
    return "; ".join(shown[:MOST_NAMES]) + (f"; and {left} more" if left > 0 else "")
