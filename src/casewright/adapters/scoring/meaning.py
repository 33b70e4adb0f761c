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
"""How many chunks' vectors stay in memory, 1.5 KB each; more are read anew for every question."""


@dataclass(frozen=True, slots=True)
class _Kept:
    """The vectors of a tenant's chunks: ``rows[i]`` is that of the chunk numbered ``numbers[i]``, which ascend.

    ``content`` is what was last asked about, as ``numbers[places]``.
    """

    tenant: TenantId
    numbers: IntArray
    rows: FloatArray
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

    def rerank(self, tenant: TenantId, question: str, content: IntArray, texts: Sequence[str]) -> FloatArray:
        """The scorer's probability that the question, as a statement, holds for these few chunks."""
        content = np.asarray(content, np.int64)
        counted = self._scorer.counted(texts)
        with self._lock:
            kept = self._kept
        if kept is not None and kept.tenant == tenant and np.isin(content, kept.numbers).all():
            features = replace(counted, vectors=kept.rows[np.searchsorted(kept.numbers, content)].astype(np.float16))
        else:
            features = self._scorer.features(texts)
        return self._scorer.score_features(question, features, lambda rows: [texts[row] for row in rows])

    def _of(self, tenant: TenantId, content: IntArray, texts: Texts) -> _Kept:
        kept = self._kept
        if kept is not None and kept.tenant == tenant and np.array_equal(kept.content, content):
            return kept
        numbers, first, places = np.unique(content, return_index=True, return_inverse=True)
        read = self._features.vectors(tenant, numbers, lambda positions: texts(first[positions]))
        kept = _Kept(tenant, numbers, read, content, places.reshape(-1))
        self._kept = kept if len(numbers) <= REMEMBERED else None
        return kept
