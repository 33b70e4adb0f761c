"""Scores by a scorer that reads texts, each (model, statement, chunk text) computed once."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from casewright.adapters.scoring.kept_scores import kept_scores
from casewright.errors import BadSettings

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

    from casewright.domain.ids import TenantId
    from casewright.tools.ports.scoring import ScoreCache, Scorer, Tier

    FloatArray = NDArray[np.float32]
    IntArray = NDArray[np.int64]
    Texts = Callable[[IntArray], Sequence[str]]


class TextScores:
    """Fits the port ``ClauseScores`` over any ``Scorer`` and a score cache."""

    def __init__(self, scorer: Scorer, cache: ScoreCache) -> None:
        self._scorer = scorer
        self._cache = cache

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
        """Whether there is a letter in it."""
        return any(letter.isalpha() for letter in statement)

    def cut_short(self, _statement: str) -> None:
        """Nothing: what the scorer reads is its own affair."""

    def paid(self, tenant: TenantId) -> None:
        """Nothing: these scores cost only time."""

    def prepare(self, tenant: TenantId, content: IntArray, texts: Texts) -> None:
        """Nothing: every statement reads the texts."""

    def scores(self, tenant: TenantId, statement: str, content: IntArray, texts: Texts) -> FloatArray:
        """The statement's scores for the chunks numbered ``content``, shape (chunks,), float32.

        Raises ``BadSettings`` where the scorer gives what are no probabilities, one for each text.
        """

        def compute(_numbers: IntArray, positions: IntArray) -> FloatArray:
            given = texts(positions)
            found = np.asarray(self._scorer.score(statement, given), np.float32)
            if found.shape != (len(given),) or not bool(np.all((found >= 0) & (found <= 1))):
                raise BadSettings(
                    f"the scorer {self.model!r} must give one number from 0 to 1 for each of {len(given)} texts, and "
                    f"gave an array of shape {found.shape}: correct its method score"
                )
            return found

        return kept_scores(self._cache, tenant, self.model, statement, content, compute)
