"""Scores over the distinct texts of one partition, from what is kept of them, with the encoder for what is not."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from casewright.adapters.scoring.score_pages import as_kept

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

    from casewright.adapters.bulk.kept import KeptPartition
    from casewright.adapters.scoring.cascade import Cascade
    from casewright.adapters.scoring.embedded_scorer import EmbeddedScorer
    from casewright.adapters.scoring.features import Features
    from casewright.domain.ids import TenantId
    from casewright.tools.ports.scoring import Tier

    FloatArray = NDArray[np.float32]
    IntArray = NDArray[np.int64]
    Texts = Callable[[IntArray], Sequence[str]]


class PartitionScores:
    """Fits the ``ClauseScores`` port; the chunks numbered n have the text ``units[n]``.

    With a ``cascade`` the encoder reads only the texts of which words leave doubt; scores are kept apart from those of
    the full pass. ``encoded`` counts the texts that it read now, ``known`` those that it had read before.
    """

    def __init__(
        self, scorer: EmbeddedScorer, units: Sequence[str], kept: KeptPartition, cascade: Cascade | None
    ) -> None:
        self._scorer, self._units, self._kept, self._cascade = scorer, units, kept, cascade
        self._features: Features | None = None
        self._read = np.zeros(len(units), np.bool_)
        self.encoded = self.known = 0

    @property
    def model(self) -> str:
        """The scorer's model; with a cascade, that it was asked so."""
        return self._scorer.model if self._cascade is None else self._cascade.model

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
        """Nothing: features are made with the first scores."""

    def scores(self, tenant: TenantId, statement: str, content: IntArray, texts: Texts) -> FloatArray:
        """The statement's scores for the chunks numbered ``content``, shape (chunks,)."""
        del tenant, texts  # nobody's, and known by number
        if not self._units:
            return np.empty(0, np.float32)
        found = self._kept.scores(self.model, statement)
        if found is None or len(found) != len(self._units):
            found = as_kept(self._scored(statement))
            self._kept.keep_scores(self.model, statement, found)
        return np.asarray(found[content], np.float32)

    def _scored(self, statement: str) -> FloatArray:
        """The scores of all units."""
        features = self._counted()
        if self._cascade is None:
            return self._scorer.score_features(statement, self._with_vectors(np.arange(len(self._units))), self._texts)
        return self._cascade.score(statement, features, self._texts, lambda rows: self._with_vectors(rows).take(rows))

    def _counted(self) -> Features:
        """The words of all units, and the vectors that are kept."""
        if self._features is None:
            found = self._kept.features(self._scorer.model)
            if found is not None and len(found[0]) == len(self._units):
                self._features, self._read = found
                self.known = int(self._read.sum())
            else:
                self._features = self._scorer.counted(self._units)
        return self._features

    def _with_vectors(self, wanted: IntArray) -> Features:
        """The features, with vectors at least where they are wanted; what the encoder read now is kept."""
        features = self._counted()
        missing = wanted[~self._read[wanted]]
        if not len(missing):
            return features
        made = self._scorer.encoded(self._texts(missing))
        if made is None:
            return features
        vectors, spoken = made
        features = replace(
            features,
            vectors=_filled(features.vectors, len(self._units), missing, vectors),
            spoken=_filled(features.spoken, len(self._units), missing, spoken),
        )
        self._read[missing] = True
        self.encoded += len(missing)
        self._features = features
        self._kept.keep_features(self._scorer.model, features, self._read)
        return features

    def _texts(self, rows: IntArray) -> list[str]:
        return [self._units[row] for row in rows.tolist()]


def _filled(rows: NDArray[np.float16], count: int, places: IntArray, found: NDArray[np.float16]) -> NDArray[np.float16]:
    """The rows with those found at their places; all zeros but these, where there was no column yet."""
    filled = rows.copy() if rows.shape[1] else np.zeros((count, found.shape[1]), np.float16)
    filled[places] = found
    return filled
