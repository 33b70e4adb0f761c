"""How much of a question's words each chunk has: the share of their idf mass, over a store of stems."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING

import numpy as np

from casewright.adapters.search.stems import VERSION, Stemmer, in_romanian
from casewright.tools.ports.search import PLACES

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from numpy.typing import NDArray

    from casewright.domain.documents import Document
    from casewright.domain.ids import DocumentId, TenantId
    from casewright.tools.ports.search import FloatArray, IntArray, WordStore

MOST_WORDS = 48
"""Words of a question that count; further ones are not looked up."""
_RUNS = 16
"""Up to so many runs of neighbouring documents are looked up one by one, else all that lies between them is."""


class WordShares:
    """Fits ``tools.ports.search.WordSearch``."""

    def __init__(self, store: WordStore) -> None:
        self._store = store
        self._stemmer = Stemmer()
        self._lock = threading.Lock()

    def prepare(self, tenant: TenantId, document: DocumentId, texts: Sequence[str]) -> None:
        """Store the stems of the document's chunks."""
        with self._lock:
            words = self._stemmer.indexed(texts)
        self._store.add(tenant, document, words, VERSION)

    def romanian(self, question: str) -> bool:
        """Whether the question looks Romanian: by its letters or its function words."""
        return in_romanian(question)

    def shares(
        self, question: str, documents: Sequence[Document], texts: Callable[[Document], Sequence[str]]
    ) -> FloatArray:
        """The share of the question's idf mass found in each chunk, shape (all chunks,).

        A word's idf is ln(1 + N / (1 + n)): N chunks in all, n of them with the word. A word that no chunk has
        counts in the mass, so that a chunk with all that can be found still scores below 1.
        """
        if not documents:
            return np.zeros(0, np.float32)
        with self._lock:
            asked = self._stemmer.asked(question)[:MOST_WORDS]
        tenant = documents[0].tenant
        chunks = _Chunks(documents, self._numbers(documents, texts))
        found, mass = np.zeros(chunks.total), 0.0
        for stems in asked:
            having = np.zeros(chunks.total, np.bool_)
            for stem in stems:
                for low, high in chunks.runs:
                    having[chunks.positions(self._store.places(tenant, stem, low, high))] = True
            idf = float(np.log1p(chunks.total / (1 + np.count_nonzero(having))))
            mass += idf
            found[having] += idf
        return (found / mass if mass else found).astype(np.float32)

    def of_texts(self, question: str, texts: Sequence[str], *, rare: bool = False) -> FloatArray:
        """The share of the question's words found in each of a few texts; with ``rare`` by their idf among these."""
        with self._lock:
            asked = self._stemmer.asked(question)[:MOST_WORDS]
            had = [frozenset(stems.split()) for text in texts for stems in self._stemmer.indexed([text])]
        having = np.array([[not one.isdisjoint(word) for one in had] for word in asked], np.float64)
        having = having.reshape(len(asked), len(had))
        weight = np.log1p(len(had) / (1 + having.sum(axis=1))) if rare else np.ones(len(asked))
        return (weight @ having / max(float(weight.sum()), 1e-9)).astype(np.float32)

    def _numbers(
        self, documents: Sequence[Document], texts: Callable[[Document], Sequence[str]]
    ) -> Mapping[DocumentId, int]:
        """The documents' numbers; those whose words are not stored, or by other rules than today's, are learned."""
        tenant = documents[0].tenant
        known = self._known(documents)
        missing = [document for document in documents if document.id not in known]
        for document in missing:
            self.prepare(tenant, document.id, texts(document))
        return {**known, **self._known(missing)}

    def _known(self, documents: Sequence[Document]) -> dict[DocumentId, int]:
        """The numbers of all documents of these documents' matters that have one."""
        matters = dict.fromkeys((document.tenant, document.matter) for document in documents)
        known: dict[DocumentId, int] = {}
        for tenant, matter in matters:
            known.update(self._store.numbers(tenant, matter, VERSION))
        return known


class _Chunks:
    """Leads from places in the store to positions among the chunks of some documents."""

    def __init__(self, documents: Sequence[Document], numbers: Mapping[DocumentId, int]) -> None:
        sizes = np.array([document.chunk_count for document in documents], np.int64)
        first = np.cumsum(sizes) - sizes
        self.total = int(sizes.sum())
        known = [at for at, document in enumerate(documents) if document.id in numbers]
        number = np.array([numbers[documents[at].id] for at in known], np.int64)
        order = np.array(known, np.int64)[np.argsort(number)]
        self._number: IntArray = np.sort(number)
        self._first: IntArray = first[order]
        self._size: IntArray = sizes[order]

    @property
    def runs(self) -> list[tuple[int, int]]:
        """[low, high) ranges of places that hold all these documents, few of them."""
        if not len(self._number):
            return []
        breaks = np.flatnonzero(np.diff(self._number) > 1)
        if len(breaks) >= _RUNS:
            breaks = breaks[:0]
        starts = self._number[np.concatenate(([0], breaks + 1))]
        ends = self._number[np.concatenate((breaks, [len(self._number) - 1]))]
        return [(low * PLACES, (high + 1) * PLACES) for low, high in zip(starts.tolist(), ends.tolist(), strict=True)]

    def positions(self, places: NDArray[np.int64]) -> IntArray:
        """The positions of those places that belong to these documents."""
        if not len(self._number):
            return places[:0]
        number, index = places // PLACES, places % PLACES
        at = np.searchsorted(self._number, number)
        at[at == len(self._number)] = 0
        ours = (self._number[at] == number) & (index < self._size[at])
        return np.asarray(self._first[at[ours]] + index[ours], np.int64)
