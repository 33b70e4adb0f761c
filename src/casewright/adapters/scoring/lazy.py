"""Scores that are loaded when one is first asked for, so that nothing heavy loads before it is used."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from casewright.adapters.scoring.cached import CachedScores
    from casewright.domain.ids import TenantId
    from casewright.tools.ports.scoring import ClauseScores, FloatArray, IntArray, PaidScores, Scorer, Tier


class LazyScores:
    """Fits ``ClauseScores`` over what ``load`` gives; raises what it raises, at the first use."""

    def __init__(self, load: Callable[[], ClauseScores]) -> None:
        self._load = load

    @cached_property
    def _loaded(self) -> ClauseScores:
        return self._load()

    @property
    def model(self) -> str:
        """The scorer's model."""
        return self._loaded.model

    def tier(self, statement: str) -> Tier:
        """What would answer this statement."""
        return self._loaded.tier(statement)

    def cut_short(self, statement: str) -> int | None:
        """How many tokens of the statement are read, where it is longer than that."""
        return self._loaded.cut_short(statement)

    def paid(self, tenant: TenantId) -> PaidScores | None:
        """What one query is scored with where scores cost money."""
        return self._loaded.paid(tenant)

    def prepare(self, tenant: TenantId, content: IntArray, texts: Callable[[IntArray], Sequence[str]]) -> None:
        """Compute and keep the chunks' features."""
        self._loaded.prepare(tenant, content, texts)

    def scores(
        self, tenant: TenantId, statement: str, content: IntArray, texts: Callable[[IntArray], Sequence[str]]
    ) -> FloatArray:
        """The statement's scores for the chunks."""
        return self._loaded.scores(tenant, statement, content, texts)


class LazyScorer:
    """Fits ``Scorer`` over what ``load`` gives; raises what it raises, at the first use."""

    def __init__(self, load: Callable[[], Scorer]) -> None:
        self._load = load

    @cached_property
    def _loaded(self) -> Scorer:
        return self._load()

    @property
    def model(self) -> str:
        """The scorer's model."""
        return self._loaded.model

    def tier(self, statement: str) -> Tier:
        """What would answer this statement."""
        return self._loaded.tier(statement)

    def score(self, statement: str, texts: Sequence[str]) -> FloatArray:
        """The probabilities that the statement holds."""
        return self._loaded.score(statement, texts)


class LazyEmbeddedScores(LazyScores):
    """Fits ``ExampleScores`` besides."""

    def __init__(self, load: Callable[[], CachedScores]) -> None:
        super().__init__(load)
        self._load_cached = load

    @cached_property
    def _loaded(self) -> CachedScores:
        return self._load_cached()

    def learn(self, positive: Sequence[str], negative: Sequence[str]) -> bytes:
        """A head that tells such texts apart."""
        return self._loaded.learn(positive, negative)

    def learned_scores(
        self,
        tenant: TenantId,
        statement: str,
        head: bytes,
        content: IntArray,
        texts: Callable[[IntArray], Sequence[str]],
    ) -> FloatArray:
        """The head's scores for the chunks."""
        return self._loaded.learned_scores(tenant, statement, head, content, texts)
