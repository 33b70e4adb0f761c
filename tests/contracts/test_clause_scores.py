"""What scores over stored chunks promise: those of features and those that are bought."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest

from casewright.adapters.scoring.bought_scores import BoughtScores
from casewright.adapters.scoring.cached_scores import CachedScores
from casewright.adapters.scoring.embedded_scorer import EmbeddedScorer
from casewright.adapters.scoring.isaacus.client import IsaacusClient
from casewright.adapters.scoring.isaacus.scorer import IsaacusScorer
from casewright.adapters.scoring.isaacus.spend import Spending
from casewright.domain.ids import TenantId
from casewright.tools.ports.scoring import PAGE
from scripts.isaacus_server import isaacus_server
from tests.fakes.fixed_clock import FixedClock
from tests.fakes.memory_providers import MemorySpendLedger
from tests.fakes.memory_scores import MemoryFeatureStore, MemoryScoreCache

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from casewright.tools.ports.scoring import ClauseScores, FloatArray, IntArray

OURS, THEIRS = TenantId("ours"), TenantId("theirs")
LAW = "This is a governing law clause."
WORDS = ("governed by the laws of", "shall indemnify", "notices by post to", "payment within 30 days in")


class Shelf:
    """Scores over numbered chunks, and how many were computed or bought."""

    def __init__(self, scores: ClauseScores, cache: MemoryScoreCache) -> None:
        self.scores, self.cache = scores, cache

    def ask(self, content: Sequence[int], tenant: TenantId = OURS, statement: str = LAW) -> FloatArray:
        """The statement's scores for the chunks of these numbers."""
        numbers = np.array(content, np.int64)

        def texts(positions: IntArray) -> list[str]:
            return [f"Clause {number}: {WORDS[number % 4]} place {number}." for number in numbers[positions]]

        return self.scores.scores(tenant, statement, numbers, texts)


@pytest.fixture(params=["features", "bought"])
def shelf(request: pytest.FixtureRequest) -> Iterator[Shelf]:
    """A shelf of each kind in turn."""
    cache, embedded = MemoryScoreCache(), EmbeddedScorer.from_folder()
    if request.param == "features":
        yield Shelf(CachedScores(embedded, cache, MemoryFeatureStore()), cache)
        return

    def scores(statement: str, texts: Sequence[str]) -> list[float]:
        return [float(score) for score in embedded.score(statement, texts)]

    def purse(tenant: TenantId) -> Spending:
        return Spending(tenant, MemorySpendLedger(), per_query=10**9, per_month=10**9, now=FixedClock().now)

    with isaacus_server(scores) as server:
        client = IsaacusClient(key=server.key, base_url=server.address, now=FixedClock().now)
        shop = IsaacusScorer(client, base_url=server.address)
        yield Shelf(BoughtScores(shop, cache, purse), cache)
        client.close()


@pytest.mark.requirement("scoring-contract", "scoring-once")
def test_each_chunk_is_scored_once(shelf: Shelf) -> None:
    """The second time nothing is computed or bought, and the scores are the same to the bit."""
    first = shelf.ask(range(100))
    merged = shelf.cache.merged

    second = shelf.ask(range(100))

    assert merged == shelf.cache.merged == 100
    np.testing.assert_array_equal(first, second)


@pytest.mark.requirement("scoring-contract")
def test_order_and_repeats_are_the_askers(shelf: Shelf) -> None:
    """Scores stand in the order of the numbers, which may repeat and lie far apart; each is scored once."""
    far = 5 * PAGE + 3
    scores = shelf.ask([far, 0, 7, 0, far])

    assert scores.dtype == np.float32
    assert shelf.cache.merged == 3
    assert (scores[0], scores[1]) == (scores[4], scores[3])
    np.testing.assert_array_equal(shelf.ask([0, 7, far]), scores[[1, 2, 0]])


@pytest.mark.requirement("scoring-contract")
def test_part_then_whole(shelf: Shelf) -> None:
    """What is there already is kept and only the rest is scored."""
    part = shelf.ask([3, 8, 70])

    whole = shelf.ask(range(80))

    assert shelf.cache.merged == 80
    np.testing.assert_array_equal(whole[[3, 8, 70]], part)


def test_tenants_and_statements_are_apart(shelf: Shelf) -> None:
    """Another tenant, and another statement, is scored anew."""
    shelf.ask([0, 1])
    shelf.ask([0, 1], tenant=THEIRS)
    shelf.ask([0, 1], statement="This is an indemnity clause.")

    assert shelf.cache.merged == 6


def test_nothing_asked(shelf: Shelf) -> None:
    """No chunks have no scores."""
    assert shelf.ask([]).shape == (0,)
