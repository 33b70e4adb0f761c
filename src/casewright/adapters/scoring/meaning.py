"""Search by meaning: a question's vector beside those of chunks, kept in memory between questions.

Vectors stand in the feature store, a page of chunks at a time, with much else. To read them takes longer than the
search itself, so those of the chunks that were last searched stay, in the form that a product needs.
"""

from __future__ import annotations

import threading
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

    from casewright.adapters.scoring.cached_scores import CachedScores
    from casewright.adapters.scoring.embedded_scorer import EmbeddedScorer
    from casewright.domain.ids import TenantId

    FloatArray = NDArray[np.float32]
    IntArray = NDArray[np.int64]
    Texts = Callable[[IntArray], Sequence[str]]

REMEMBERED = 200_000
"""How many chunks' vectors stay in memory, 1.6 KB each; more are read anew for every question."""


FEEDBACK = 1.0
"""What the mean of the best chunks counts beside the question."""


@dataclass(frozen=True, slots=True)
class _Kept:
    """What the encoder says of a tenant's chunks: row ``i`` is of the chunk numbered ``numbers[i]``, which ascend.

    ``rows`` are the vectors, ``spoken`` what tokens speak for; ``content`` is what was last asked about, as
    ``numbers[places]``.
    """

    tenant: TenantId
    numbers: IntArray
    rows: FloatArray
    spoken: NDArray[np.float16]
    content: IntArray
    places: IntArray


class Meaning:
    """Fits the ``Nearness`` and ``Reranker`` ports over the scorer and the features that it keeps."""

    def __init__(self, scorer: EmbeddedScorer, kept: CachedScores) -> None:
        self._scorer, self._features = scorer, kept
        self._kept: _Kept | None = None
        self._lock = threading.Lock()

    def nearness(self, tenant: TenantId, question: str, content: IntArray, texts: Texts) -> FloatArray:
        """The cosine of question and chunk, 0 where it is below; shape (chunks,)."""
        vector = self._scorer.vector(question)
        with self._lock:
            kept = self._of(tenant, np.asarray(content, np.int64), texts)
        if kept.rows.shape[1] != len(vector):
            return np.zeros(len(content), np.float32)
        return np.asarray(np.clip(kept.rows @ vector, 0, 1)[kept.places], np.float32)

    def feedback(self, tenant: TenantId, question: str, content: IntArray, texts: Texts, best: int) -> FloatArray:
        """How much the cosine changes where the question is taken with the mean of the first ``best`` chunks."""
        vector = self._scorer.vector(question)
        rows = self._rows(tenant, np.asarray(content, np.int64), texts)
        if not len(rows) or rows.shape[1] != len(vector):
            return np.zeros(len(content), np.float32)
        moved = vector + FEEDBACK * _of_length_one(rows[:best].mean(axis=0))
        return np.asarray(np.clip(rows @ _of_length_one(moved), 0, 1) - np.clip(rows @ vector, 0, 1), np.float32)

    def rerank(self, tenant: TenantId, question: str, content: IntArray, texts: Sequence[str]) -> FloatArray:
        """The scorer's probability that the question, as a statement, holds for these few chunks."""
        content = np.asarray(content, np.int64)
        known = self._remembered(tenant, content)
        if known is None:
            features = self._scorer.features(texts)
        else:
            kept, places = known
            vectors = kept.rows[places].astype(np.float16)
            features = replace(self._scorer.counted(texts), vectors=vectors, spoken=kept.spoken[places])
        return self._scorer.score_features(question, features, lambda rows: [texts[row] for row in rows])

    def _remembered(self, tenant: TenantId, content: IntArray) -> tuple[_Kept, IntArray] | None:
        """What stays in memory, and where in it these few chunks are, where all of them are."""
        with self._lock:
            kept = self._kept
        if kept is None or kept.tenant != tenant or not len(kept.numbers):
            return None
        places = np.minimum(np.searchsorted(kept.numbers, content), len(kept.numbers) - 1)
        return (kept, places) if np.array_equal(kept.numbers[places], content) else None

    def _rows(self, tenant: TenantId, content: IntArray, texts: Texts) -> FloatArray:
        """The vectors of these few chunks."""
        known = self._remembered(tenant, content)
        if known is not None:
            kept, remembered = known
            return kept.rows[remembered]
        numbers, first, places = np.unique(content, return_index=True, return_inverse=True)
        read, _ = self._features.vectors(tenant, numbers, lambda positions: texts(first[positions]))
        return read[places.reshape(-1)]

    def _of(self, tenant: TenantId, content: IntArray, texts: Texts) -> _Kept:
        kept = self._kept
        if kept is not None and kept.tenant == tenant and np.array_equal(kept.content, content):
            return kept
        numbers, first, places = np.unique(content, return_index=True, return_inverse=True)
        read, spoken = self._features.vectors(tenant, numbers, lambda positions: texts(first[positions]))
        kept = _Kept(tenant, numbers, read, spoken, content, places.reshape(-1))
        self._kept = kept if len(numbers) <= REMEMBERED else None
        return kept


def _of_length_one(vector: FloatArray) -> FloatArray:
    """The vector made as long as one; zeros stay zeros."""
    return np.asarray(vector / max(float(np.linalg.norm(vector)), 1e-9), np.float32)
