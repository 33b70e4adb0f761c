"""How fast chunks become features, a statement is scored over 75,000 of them, and the model loads."""

from __future__ import annotations

import argparse
import sys
import time
from typing import TYPE_CHECKING

import numpy as np

from casewright.adapters.scoring.cached_scores import CachedScores
from casewright.adapters.scoring.embedded_scorer import EmbeddedScorer
from casewright.domain.ids import TenantId
from tests.fakes.memory_scores import MemoryFeatureStore, MemoryScoreCache

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

CHUNKS, QUICK = 75_000, 2_000
WORDS_A_CHUNK = 75
STATEMENTS = (
    "This is a governing law clause.",
    "This is a clause obligating Supplier.",
    "a party must maintain insurance",
    "the moon is made of cheese",
)
_TENANT = TenantId("benchmark")
_SYLLABLES = """
ter min con tract li a bil i ty su pply pay ment law go vern ing par ty no tice in dem ni fy war ran
"""
_COMMON = """
the of to and in or any this agreement shall be by party such other supplier customer may not with for as terminate laws
state liable pay notice information products services license
"""


def texts(count: int, seed: int = 0) -> list[str]:
    """Chunks of common words and made-up rarer ones, with the skew of ordinary text; the same for the same seed."""
    random = np.random.default_rng(seed)
    rare = ["".join(random.choice(_SYLLABLES.split(), random.integers(2, 5))) for _ in range(8_000)]
    words = np.array([*_COMMON.split(), *rare])
    places = np.minimum(random.zipf(1.3, (count, WORDS_A_CHUNK)) - 1, len(words) - 1)
    return [" ".join(row) for row in words[places].tolist()]


def timed(work: Callable[[], object]) -> float:
    """Seconds that the work took."""
    began = time.perf_counter()
    work()
    return time.perf_counter() - began


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the figures; returns the exit code."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="small counts, to see that it runs")
    count = QUICK if parser.parse_args(arguments).quick else CHUNKS
    chunks = texts(count)
    loading = min(timed(EmbeddedScorer.from_folder) for _ in range(5))
    print(f"load the model: {loading * 1e3:.0f} ms (best of 5)")
    scorer = EmbeddedScorer.from_folder()
    hashing = timed(lambda: scorer.features(chunks))
    print(f"features: {count / hashing:,.0f} chunks/s on one core, over {count:,} chunks of {WORDS_A_CHUNK} words")
    scores = CachedScores(scorer, MemoryScoreCache(), MemoryFeatureStore())
    content = np.arange(count)

    def given(rows: np.ndarray[tuple[int], np.dtype[np.int64]]) -> list[str]:
        return [chunks[row] for row in rows.tolist()]

    print(f"prepare (features and keeping them): {timed(lambda: scores.prepare(_TENANT, content, given)):.2f} s")
    for statement in STATEMENTS:
        cold = timed(lambda statement=statement: scores.scores(_TENANT, statement, content, given))  # type: ignore[misc]
        warm = timed(lambda statement=statement: scores.scores(_TENANT, statement, content, given))  # type: ignore[misc]
        tier = scorer.tier(statement)
        print(f"{statement!r} ({tier}): {cold * 1e3:.0f} ms from features, {warm * 1e3:.1f} ms from kept scores")
    return 0


if __name__ == "__main__":
    sys.exit(main())
