"""The embedded scorer, and how it is kept in memory once."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from casewright.errors import BadSettings

if TYPE_CHECKING:
    from collections.abc import Callable

    from casewright.adapters.database.engine import Database
    from casewright.adapters.scoring.cached import CachedScores
    from casewright.adapters.scoring.embedded import EmbeddedScorer
    from casewright.adapters.scoring.lazy import LazyEmbeddedScores


def load_scorer(name: str = "embedded") -> EmbeddedScorer:
    """A scorer by name. Raises ``BadSettings`` for an unknown one, ``IntegrityError`` for a damaged model."""
    if name != "embedded":
        raise BadSettings(f"there is no scorer {name!r}: use 'embedded'")
    from casewright.adapters.scoring.embedded import EmbeddedScorer

    return EmbeddedScorer.from_folder()


def one_scorer() -> Callable[[], EmbeddedScorer]:
    """The embedded scorer when it is first needed; one encoder in memory, whatever needs it."""
    return cache(load_scorer)


def embedded_scores(database: Database, megabytes: float, scorer: Callable[[], EmbeddedScorer]) -> LazyEmbeddedScores:
    """The embedded scorer with its caches in the database."""
    from casewright.adapters.scoring.lazy import LazyEmbeddedScores

    def load() -> CachedScores:
        from casewright.adapters.database.feature_store import SqlFeatureStore
        from casewright.adapters.database.score_cache import SqlScoreCache
        from casewright.adapters.scoring.cached import CachedScores

        kept = SqlScoreCache(database, megabytes=megabytes)
        return CachedScores(scorer(), kept, SqlFeatureStore(database))

    return LazyEmbeddedScores(load)
