"""Search by words over the documents of many matters at once: chunks ranked together, quoted where the words stand."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from casewright.domain.documents import DocumentStatus
from casewright.errors import IntegrityError
from casewright.toolbox.documents.answering.cutting import cut_best
from casewright.toolbox.documents.stored_chunks import StoredChunks

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from casewright.domain.citations import Citation
    from casewright.domain.documents import Document
    from casewright.domain.ids import MatterId, TenantId
    from casewright.domain.matters import Matter
    from casewright.tools.ports.documents import DocumentStore
    from casewright.tools.ports.search import WordSearch

THRESHOLD = 0.3
"""Lowest share of the words that a passage must have, the default of ``isaacus_search``."""


@dataclass(frozen=True, slots=True)
class Hit:
    """A passage that has the words: what of it says most of them, as a citation that was verified."""

    matter: MatterId
    citation: Citation
    score: float


@dataclass(frozen=True, slots=True)
class FoundEverywhere:
    """``hits`` of ``total``, best first, among the ``searched`` documents; by matter those that were not."""

    hits: Sequence[Hit]
    total: int
    searched: int
    unsearched: Mapping[MatterId, Sequence[Document]]


@dataclass(frozen=True, slots=True)
class EverywhereSearch:
    """Search over these parts. Whose matters they are, whoever asks has found out before."""

    documents: DocumentStore
    words: WordSearch

    def find(
        self, tenant: TenantId, matters: Sequence[Matter], question: str, *, first: int, count: int
    ) -> FoundEverywhere:
        """The hits from number ``first`` on, ``count`` at most. Of equal ones the newer matter's comes first."""
        ready: list[Document] = []
        unsearched: dict[MatterId, Sequence[Document]] = {}
        for matter in matters:
            known = self.documents.of_matter(tenant, matter.id)
            ready += [one for one in known if one.status is DocumentStatus.READY]
            if waiting := [one for one in known if one.status is not DocumentStatus.READY]:
                unsearched[matter.id] = waiting
        scores = self.words.shares(question, ready, lambda document: self._texts(tenant, document))
        reaching = np.flatnonzero(scores >= THRESHOLD)
        chosen = reaching[np.argsort(-scores[reaching], kind="stable")][first : first + count]
        hits = self._hits(tenant, ready, chosen, scores[chosen].tolist(), question)
        return FoundEverywhere(hits, len(reaching), len(ready), unsearched)

    def _texts(self, tenant: TenantId, document: Document) -> Sequence[str]:
        chunks = StoredChunks(self.documents, tenant, [document])
        return chunks.words(np.arange(len(chunks.unit)))

    def _hits(
        self,
        tenant: TenantId,
        ready: Sequence[Document],
        chosen: NDArray[np.int64],
        scores: Sequence[float],
        question: str,
    ) -> list[Hit]:
        bounds = np.concatenate(([0], np.cumsum([one.chunk_count for one in ready]))).astype(np.int64)
        owners = np.searchsorted(bounds, chosen, side="right") - 1
        numbers = np.unique(owners).tolist()
        chunks = StoredChunks(self.documents, tenant, [ready[number] for number in numbers])
        texts = self.documents.texts(tenant, [ready[number].id for number in numbers])
        hits = []
        for position, owner, score in zip(chosen.tolist(), owners.tolist(), scores, strict=True):
            document, at = ready[owner], numbers.index(owner)
            here = int(chunks.bounds[at]) + position - int(bounds[owner])
            whole = chunks.cite(at, here)
            if whole is None:
                raise IntegrityError(
                    f"a passage of {document.filename!r} is no longer where it was read: put the document in again"
                )
            [words] = chunks.words(np.array([here]))
            hits.append(Hit(document.matter, cut_best(whole, words, texts[document.id], question), score))
        return hits
