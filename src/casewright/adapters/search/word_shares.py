"""How much of a question's words each chunk has: the share of their idf mass, over a store of stems."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING

import numpy as np

from casewright.adapters.search.stems import VERSION, Stemmer
from casewright.tools.ports.search import PLACES

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

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

    def missing(self, tenant: TenantId, documents: Sequence[DocumentId]) -> Sequence[DocumentId]:
        """Those whose words are not stored, or by other rules than today's."""
        known = self._store.numbers(tenant, documents, VERSION)
        return [document for document in documents if document not in known]

    def prepare(self, tenant: TenantId, document: DocumentId, texts: Sequence[str]) -> None:
        """Store the stems of the document's chunks."""
        with self._lock:
            words = self._stemmer.indexed(texts)
        self._store.add(tenant, document, words, VERSION)

    def shares(
        self, tenant: TenantId, question: str, documents: Sequence[DocumentId], sizes: Sequence[int]
    ) -> FloatArray:
        """The share of the question's idf mass found in each chunk, shape (sum of sizes,).

        A word's idf is ln(1 + N / (1 + n)): N chunks in all, n of them with the word. A word that no chunk has
        counts in the mass, so that a chunk with all that can be found still scores below 1.
        """
        with self._lock:
            asked = self._stemmer.asked(question)[:MOST_WORDS]
        total = int(sum(sizes))
        found, mass = np.zeros(total), 0.0
        numbers = self._store.numbers(tenant, documents, VERSION)
        chunks = _Chunks(documents, sizes, numbers)
        for stems in asked:
            having = np.zeros(total, np.bool_)
            for stem in stems:
                for low, high in chunks.runs:
                    having[chunks.positions(self._store.places(tenant, stem, low, high))] = True
            idf = float(np.log1p(total / (1 + np.count_nonzero(having))))
            mass += idf
            found[having] += idf
        return (found / mass if mass else found).astype(np.float32)


class _Chunks:
    """Leads from places in the store to positions among the chunks of some documents."""

    def __init__(
        self, documents: Sequence[DocumentId], sizes: Sequence[int], numbers: Mapping[DocumentId, int]
    ) -> None:
        first = np.concatenate(([0], np.cumsum(np.asarray(sizes, np.int64))))[:-1]
        known = [at for at, document in enumerate(documents) if document in numbers]
        number = np.array([numbers[documents[at]] for at in known], np.int64)
        order = np.argsort(number)
        self._number: IntArray = number[order]
        self._first: IntArray = first[known][order] if known else np.zeros(0, np.int64)
        self._size: IntArray = np.asarray(sizes, np.int64)[known][order] if known else np.zeros(0, np.int64)

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
        number, index = places // PLACES, places % PLACES
        at = np.searchsorted(self._number, number)
        at[at == len(self._number)] = 0
        ours = (self._number[at] == number) & (index < self._size[at])
        return np.asarray(self._first[at[ours]] + index[ours], np.int64)
