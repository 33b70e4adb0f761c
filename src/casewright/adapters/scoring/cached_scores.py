"""Scores over stored chunks, each (model, statement, chunk text) computed once, on features computed once."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

import numpy as np

from casewright.adapters.scoring.features import concat, unpack
from casewright.adapters.scoring.kept_scores import BLOCK, kept_scores
from casewright.tools.ports.scoring import PAGE, FeatureRun

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from numpy.typing import NDArray

    from casewright.adapters.scoring.features import Features
    from casewright.domain.ids import TenantId
    from casewright.tools.ports.scoring import FeatureStore, ScoreCache, Tier

    FloatArray = NDArray[np.float32]
    IntArray = NDArray[np.int64]
    Texts = Callable[[IntArray], Sequence[str]]
    _Score = Callable[[Features, IntArray], FloatArray]

_GAP = 4 * PAGE
"""Numbers further apart than this are looked up apart, so that what lies between them is not read."""


class FeatureScorer(Protocol):
    """A scorer that answers from features, such as ``EmbeddedScorer``."""

    @property
    def model(self) -> str:
        """Name and version; begins with ``family``."""
        ...

    @property
    def family(self) -> str:
        """What the names of all versions of this model begin with, and no other model's does."""
        ...

    def tier(self, statement: str) -> Tier:
        """What would answer this statement."""
        ...

    def threshold(self, statement: str) -> float:
        """From which score on what the statement matches is best told from the rest."""
        ...

    def answers(self, statement: str) -> bool:
        """Whether anything can answer the statement; where nothing can, every text scores 0."""
        ...

    def cut_short(self, statement: str) -> int | None:
        """How many tokens of the statement are read, where it is longer than that; else None."""
        ...

    def features(self, texts: Sequence[str]) -> Features:
        """What every statement needs of these texts, one row a text."""
        ...

    def score_features(self, statement: str, features: Features, texts: Texts) -> FloatArray:
        """The scores of the rows; ``texts(rows)`` gives the texts of some of them."""
        ...

    def learn(self, positive: Sequence[str], negative: Sequence[str]) -> bytes:
        """A head that tells such texts apart."""
        ...

    def score_learned(self, head: bytes, features: Features) -> FloatArray:
        """The scores of the rows by a head that was learned."""
        ...


class CachedScores:
    """Fits the ``ClauseScores`` and ``ExampleScores`` ports over a score cache and a feature store."""

    def __init__(self, scorer: FeatureScorer, cache: ScoreCache, features: FeatureStore) -> None:
        self._scorer = scorer
        self._cache = cache
        self._store = features
        self._current: set[TenantId] = set()

    @property
    def model(self) -> str:
        """The scorer's model."""
        return self._scorer.model

    def tier(self, statement: str) -> Tier:
        """What would answer this statement."""
        return self._scorer.tier(statement)

    def threshold(self, statement: str) -> float:
        """The scorer's threshold for the statement."""
        return self._scorer.threshold(statement)

    def answers(self, statement: str) -> bool:
        """Whether anything can answer the statement."""
        return self._scorer.answers(statement)

    def cut_short(self, statement: str) -> int | None:
        """How many tokens of the statement are read, where it is longer than that."""
        return self._scorer.cut_short(statement)

    def paid(self, tenant: TenantId) -> None:
        """Nothing: these scores cost only time."""

    def prepare(self, tenant: TenantId, content: IntArray, texts: Texts) -> None:
        """Compute and keep the features of those chunks that have none yet."""
        numbers, positions = np.unique(np.asarray(content, np.int64), return_index=True)
        for low in range(0, len(numbers), BLOCK):
            self._features(tenant, numbers[low : low + BLOCK], positions[low : low + BLOCK], texts)

    def vectors(self, tenant: TenantId, numbers: IntArray, texts: Texts) -> tuple[FloatArray, NDArray[np.float16]]:
        """What the encoder says of the chunks numbered ``numbers``, which ascend.

        Their vectors, shape (chunks, dimension), and what their tokens speak for, shape (chunks, fields).
        """
        rows, spoken = np.empty((0, 0), np.float32), np.empty((0, 0), np.float16)
        for low in range(0, len(numbers), BLOCK):
            positions = np.arange(low, min(low + BLOCK, len(numbers)))
            found = self._features(tenant, numbers[positions], positions, texts)
            if low == 0:
                rows = np.empty((len(numbers), found.vectors.shape[1]), np.float32)
                spoken = np.empty((len(numbers), found.spoken.shape[1]), np.float16)
            rows[positions] = found.vectors
            spoken[positions] = found.spoken
        return rows, spoken

    def scores(self, tenant: TenantId, statement: str, content: IntArray, texts: Texts) -> FloatArray:
        """The statement's scores for the chunks numbered ``content``, shape (chunks,), float32."""

        def score(features: Features, positions: IntArray) -> FloatArray:
            return self._scorer.score_features(statement, features, lambda rows: texts(positions[rows]))

        return self._scored(tenant, statement, content, texts, score)

    def learn(self, positive: Sequence[str], negative: Sequence[str]) -> bytes:
        """A head that tells such texts apart."""
        return self._scorer.learn(positive, negative)

    def learned_scores(
        self, tenant: TenantId, statement: str, head: bytes, content: IntArray, texts: Texts
    ) -> FloatArray:
        """The head's scores for the chunks numbered ``content``, shape (chunks,), float32, kept under ``statement``."""

        def score(features: Features, _positions: IntArray) -> FloatArray:
            return self._scorer.score_learned(head, features)

        return self._scored(tenant, statement, content, texts, score)

    def _scored(self, tenant: TenantId, statement: str, content: IntArray, texts: Texts, score: _Score) -> FloatArray:
        def compute(numbers: IntArray, positions: IntArray) -> FloatArray:
            fresh = score(self._features(tenant, numbers, positions, texts), positions)
            self._forget_older_versions(tenant)
            return fresh

        return kept_scores(self._cache, tenant, self.model, statement, content, compute)

    def _forget_older_versions(self, tenant: TenantId) -> None:
        """Once a tenant, before the first write: what other versions of the model left serves nobody any more."""
        if tenant not in self._current:
            self._current.add(tenant)
            for kept in (self._cache, self._store):
                kept.forget_versions(tenant, self._scorer.family, but=self.model)

    def _features(self, tenant: TenantId, numbers: IntArray, positions: IntArray, texts: Texts) -> Features:
        """The features of these numbers, which ascend; stored ones where there are, the others computed and stored."""
        parts: list[Features] = []
        places: list[IntArray] = []
        wanted = np.ones(len(numbers), np.bool_)
        for low, high in _stretches(numbers, _GAP):
            for run in self._store.runs(tenant, self.model, int(numbers[low]), int(numbers[high - 1]) + 1):
                first, last = np.searchsorted(numbers[low:high], (run.first, run.first + run.count)) + low
                found = np.flatnonzero(wanted[first:last]) + first
                if len(found):
                    parts.append(_rows(unpack(run.data), numbers[found] - run.first, run.count))
                    places.append(found)
                    wanted[found] = False
        missing = np.flatnonzero(wanted)
        if len(missing):
            computed = self._scorer.features(texts(positions[missing]))
            self._forget_older_versions(tenant)
            self._store.add(tenant, self.model, list(_runs(numbers[missing], computed)))
            parts.append(computed)
            places.append(missing)
        if len(parts) == 1:
            return parts[0]
        order = np.argsort(np.concatenate(places or [np.empty(0, np.int64)]), kind="stable")
        return concat(parts).take(order)


def _rows(features: Features, rows: IntArray, count: int) -> Features:
    """These rows, without copying where they are all."""
    return features if len(rows) == count == len(features) else features.take(rows)


def _stretches(numbers: IntArray, gap: int) -> Iterator[tuple[int, int]]:
    """[low, high) positions of ascending numbers of which neighbours are at most ``gap`` apart."""
    starts = np.flatnonzero(np.diff(numbers, prepend=numbers[:1] - gap - 1) > gap).tolist()
    yield from zip(starts, [*starts[1:], len(numbers)], strict=True)


def _runs(numbers: IntArray, features: Features) -> Iterator[FeatureRun]:
    """The features packed in runs of consecutive numbers, a page long at most."""
    for low, high in _stretches(numbers, 1):
        for start in range(low, high, PAGE):
            rows = np.arange(start, min(start + PAGE, high))
            yield FeatureRun(int(numbers[start]), len(rows), features.take(rows).pack())
