"""Which documents of a matter a call is about, and what is said where they give nothing."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from casewright.domain.documents import Document, DocumentStatus
from casewright.domain.ids import DocumentId
from casewright.toolbox.document_naming import Meant

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from casewright.domain.ids import MatterId, TenantId
    from casewright.toolbox.document_naming import DocumentNaming
    from casewright.tools.ports.documents import DocumentStore

NOTHING_READY = "No ready documents found in this matter"
NOT_IN_MATTER = "Document not found in this matter"
_TOLD = 8
"""How many documents are named in a sentence; the rest is counted."""
_ONE_BY_ONE = 50
"""So many documents are looked up one by one; more, and all of the matter's are read at once."""


@dataclass(frozen=True, slots=True)
class AskedDocuments:
    """``all_ready`` of the matter, newest first, the ``ready`` ones among them that the call is about, and the rest.

    ``waiting`` are asked for and not ready, ``unknown`` are ids that this matter has no document of.
    """

    all_ready: Sequence[Document]
    ready: Sequence[Document]
    waiting: Sequence[Document]
    unknown: Sequence[str]
    chosen: bool

    @property
    def nothing(self) -> bool:
        """Whether the seed's failure holds: none is ready, and none was asked for by id."""
        return not self.chosen and not self.ready

    def told(self, tried: str) -> str:
        """What is said where nothing was found: ``tried``, the documents that were looked at, and what to try."""
        said = [tried]
        if self.ready:
            said.append(f"Looked at {_named(self.ready)}")
        if self.waiting:
            said.append(f"Not ready yet: {_named(self.waiting, status=True)}")
        if self.unknown:
            said.append(f"{NOT_IN_MATTER}: {', '.join(map(repr, self.unknown[:_TOLD]))}")
        return ". ".join(said) + "."


@dataclass(frozen=True, slots=True)
class AskedInWords:
    """What is asked of which documents, once the documents that the words name are told from what they ask."""

    asked: AskedDocuments
    meant: Meant


def asked_in_words(
    naming: DocumentNaming | None, tenant: TenantId, asked: AskedDocuments, question: str
) -> AskedInWords:
    """The question without the names of documents, and those documents as the ones that are asked.

    Names lead only among the documents that were asked for by id, where some were. Without ``naming`` none is read.
    """
    if naming is None:
        return AskedInWords(asked, Meant(question, None, []))
    meant = naming.meant(tenant, asked.all_ready, question, among=asked.ready if asked.chosen else None)
    narrowed = asked if meant.chosen is None else replace(asked, ready=meant.chosen)
    return AskedInWords(narrowed, meant)


def asked_documents(
    documents: DocumentStore, tenant: TenantId, matter: MatterId, document_ids: Sequence[str] | None
) -> AskedDocuments:
    """The documents that these ids name, or all of the matter's; in the order asked, else newest first."""
    known = documents.of_matter(tenant, matter)
    all_ready = [one for one in known if one.status is DocumentStatus.READY]
    if document_ids is None:
        waiting = [one for one in known if one.status is not DocumentStatus.READY]
        return AskedDocuments(all_ready, all_ready, waiting, [], chosen=False)
    by_id = {document.id: document for document in known}
    asked = dict.fromkeys(DocumentId(one.lower()) for one in document_ids)
    found = [by_id[one] for one in asked if one in by_id]
    return AskedDocuments(
        all_ready=all_ready,
        ready=[one for one in found if one.status is DocumentStatus.READY],
        waiting=[one for one in found if one.status is not DocumentStatus.READY],
        unknown=[one for one in asked if one not in by_id],
        chosen=True,
    )


def document_names(documents: DocumentStore, tenant: TenantId, matter: MatterId) -> dict[DocumentId, str]:
    """The file names by id; what was cited before a file was read anew is in the earlier reading, and says so."""
    return {one.id: document_name(one) for one in documents.of_matter(tenant, matter, replaced=True)}


def names_of(
    documents: DocumentStore, tenant: TenantId, matter: MatterId, ids: Collection[DocumentId]
) -> dict[DocumentId, str]:
    """The names of these documents; those that the matter does not have are left out."""
    if len(ids) > _ONE_BY_ONE:
        return document_names(documents, tenant, matter)
    found = (documents.get(tenant, matter, name) for name in ids)
    return {one.id: document_name(one) for one in found if one is not None}


def document_name(document: Document) -> str:
    """The file name, which says of an earlier reading that it is one."""
    return document.filename if document.replaced_by is None else f"{document.filename} (earlier reading)"


def _named(documents: Sequence[Document], *, status: bool = False) -> str:
    names = [f"{one.filename} ({one.status.value})" if status else one.filename for one in documents[:_TOLD]]
    left = len(documents) - len(names)
    return ", ".join(names) + (f" and {left} more" if left else "")
