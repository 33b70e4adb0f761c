"""Which documents of a matter a question names, over what was read of their openings, and how that is shown."""

from __future__ import annotations

import threading
from collections import OrderedDict
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pydantic import BaseModel, Field

from casewright.domain.document_names import NamedBy, Resolved
from casewright.evidence.naming.index import NameIndex
from casewright.evidence.naming.opening import OPENING, merged, names_of
from casewright.evidence.naming.resolver import resolve

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from casewright.domain.document_names import DocumentNames, Named
    from casewright.domain.documents import Document
    from casewright.domain.ids import DocumentId, TenantId
    from casewright.tools.ports.documents import DocumentStore
    from casewright.tools.ports.search import KnownNames

    _Key = tuple[TenantId, DocumentId, str, int, int, int]

MOST_NAMES = 20_000
"""How many documents' names are remembered, about 5 KB each."""
_MATTERS = 4
"""Of how many sets of documents the look-up is remembered."""
_LISTED = 6


class NamedView(BaseModel):
    """That words of the question mean documents; not ``certain`` where they may mean any one of them."""

    words: str
    documents: list[str] = Field(description="Their ids")
    filenames: list[str]
    by: NamedBy = Field(description="What of the documents the words are: title, party, file name or defined name")
    certain: bool


@dataclass(frozen=True, slots=True)
class Meant:
    """What a question names. ``rest`` is what is left to ask; ``chosen`` are the documents to ask, None for all."""

    rest: str
    chosen: Sequence[Document] | None
    named: list[NamedView]

    @property
    def which(self) -> str | None:
        """The question back, where a name may mean several documents."""
        unsure = [one for one in self.named if not one.certain]
        return None if not unsure else " ".join(map(_which, unsure))


class DocumentNaming:
    """Reads each document's opening once, and resolves names over the documents of a matter.

    What was read is known by the document's reading, so that a file that is read anew or masked is looked at again.
    """

    def __init__(self, documents: DocumentStore, known: KnownNames | None = None) -> None:
        self._documents, self._known = documents, known
        self._names: OrderedDict[_Key, DocumentNames] = OrderedDict()
        self._indexes: OrderedDict[tuple[_Key, ...], NameIndex] = OrderedDict()
        self._lock = threading.Lock()

    def meant(
        self, tenant: TenantId, every: Sequence[Document], question: str, *, among: Sequence[Document] | None = None
    ) -> Meant:
        """Which of ``every`` document the question names; ``among`` are those that may be asked, all where None.

        With one document to ask, its name is taken out of the question, and nothing narrows.
        """
        if not every:
            return Meant(question, None, [])
        index = self._index(tenant, every)
        found = resolve(question, index, among=None if among is None else {one.id for one in among})
        return _shown(found, {one.id: one for one in every})

    def _index(self, tenant: TenantId, every: Sequence[Document]) -> NameIndex:
        keys = tuple(_key(tenant, one) for one in every)
        with self._lock:
            known = self._indexes.get(keys)
            if known is None:
                known = NameIndex(self._names_of(tenant, every, keys))
                self._indexes[keys] = known
                if len(self._indexes) > _MATTERS:
                    self._indexes.popitem(last=False)
            self._indexes.move_to_end(keys)
            return known

    def _names_of(self, tenant: TenantId, every: Sequence[Document], keys: Sequence[_Key]) -> list[DocumentNames]:
        missing = [one for one, key in zip(every, keys, strict=True) if key not in self._names]
        openings = self._documents.texts(tenant, [one.id for one in missing], OPENING) if missing else {}
        for one in missing:
            self._names[_key(tenant, one)] = names_of(one.id, one.filename, openings.get(one.id, ""))
        found = [self._names[key] for key in keys]
        while len(self._names) > MOST_NAMES:
            self._names.popitem(last=False)
        facts: Mapping[DocumentId, DocumentNames] = (
            {} if self._known is None else self._known.names(tenant, [one.id for one in every])
        )
        return [merged(one, facts.get(one.document_id)) for one in found]


def _key(tenant: TenantId, document: Document) -> _Key:
    return (
        tenant,
        document.id,
        document.filename,
        document.reader_version,
        document.chunk_count,
        document.characters,
    )


def _shown(found: Resolved, by_id: Mapping[DocumentId, Document]) -> Meant:
    if not found.named:
        return Meant(found.rest, None, [])
    chosen = [by_id[one] for one in found.documents]
    return Meant(found.rest, chosen, [_view(one, by_id) for one in found.named])


def _view(one: Named, by_id: Mapping[DocumentId, Document]) -> NamedView:
    return NamedView(
        words=one.words,
        documents=list(one.documents),
        filenames=[by_id[document].filename for document in one.documents],
        by=one.by,
        certain=one.certain,
    )


def _which(one: NamedView) -> str:
    listed = ", ".join(one.filenames[:_LISTED]) + (" …" if len(one.filenames) > _LISTED else "")
    return f"“{one.words}” may be one of {len(one.filenames)} documents: {listed}. Which one do you mean?"
