"""Search by meaning over the shipped scorer, with what it keeps in memory."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest

from casewright.adapters.scoring.cached_scores import CachedScores
from casewright.adapters.scoring.embedded_scorer import EmbeddedScorer
from casewright.adapters.scoring.meaning import Meaning
from casewright.domain.ids import TenantId
from tests.fakes.memory_scores import MemoryFeatureStore, MemoryScoreCache

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

    IntArray = NDArray[np.int64]

OURS, THEIRS = TenantId("ours"), TenantId("theirs")
TEXTS = (
    "Either party may terminate this Agreement on thirty days' notice.",
    "The Tenant shall pay the rent on the first day of each month.",
    "Neither party shall disclose the other's secrets to anybody.",
)
QUESTION = "ending the contract early"


@pytest.fixture(scope="module")
def scorer() -> EmbeddedScorer:
    """The shipped scorer."""
    return EmbeddedScorer.from_folder()


@pytest.fixture
def meaning(scorer: EmbeddedScorer) -> Meaning:
    """Meaning over empty stores."""
    return Meaning(scorer, CachedScores(scorer, MemoryScoreCache(), MemoryFeatureStore()))


def of(numbers: Sequence[int], read: list[int]) -> Callable[[IntArray], list[str]]:
    """The texts of chunks with these numbers; ``read`` gets what is asked for."""

    def texts(positions: IntArray) -> list[str]:
        read.extend(numbers[position] for position in positions.tolist())
        return [TEXTS[numbers[position]] for position in positions.tolist()]

    return texts


@pytest.mark.requirement("search-meaning")
def test_what_is_meant_is_near_without_a_word_in_common(meaning: Meaning) -> None:
    """The clause that a question is about is nearer than others, though it has none of its words."""
    near = meaning.nearness(OURS, QUESTION, np.arange(3), of([0, 1, 2], []))
    assert near.argmax() == 0
    assert ((near >= 0) & (near <= 1)).all()


@pytest.mark.requirement("search-meaning")
def test_chunks_are_read_once(meaning: Meaning) -> None:
    """Each text is read and made into a vector once, in whatever order and however often it is asked about."""
    read: list[int] = []
    first = meaning.nearness(OURS, QUESTION, np.array([2, 0]), of([2, 0], read))
    again = meaning.nearness(OURS, QUESTION, np.array([2, 0]), of([2, 0], read))
    other = meaning.nearness(OURS, QUESTION, np.array([0, 1, 0]), of([0, 1, 0], read))
    assert sorted(read) == [0, 1, 2]
    assert first.tolist() == again.tolist()
    assert other[0] == other[2] == pytest.approx(first[1], abs=1e-6)


def test_tenants_are_apart(meaning: Meaning, scorer: EmbeddedScorer) -> None:
    """The same numbers of another tenant are other texts."""
    ours = meaning.nearness(OURS, QUESTION, np.array([0]), of([0], []))
    theirs = meaning.nearness(THEIRS, QUESTION, np.array([0]), of([1], []))
    assert ours[0] > theirs[0]
    reranked = meaning.rerank(OURS, QUESTION, np.array([0]), [TEXTS[0]])
    assert reranked.tolist() == pytest.approx(scorer.score(QUESTION, [TEXTS[0]]).tolist(), abs=1e-3)


@pytest.mark.requirement("search-rerank")
def test_rerank_says_what_the_scorer_says(meaning: Meaning, scorer: EmbeddedScorer) -> None:
    """With the vectors that are kept, and without them, the scores are the scorer's own."""
    plain = scorer.score(QUESTION, [TEXTS[2], TEXTS[0]])
    fresh = meaning.rerank(OURS, QUESTION, np.array([2, 0]), [TEXTS[2], TEXTS[0]])
    meaning.nearness(OURS, QUESTION, np.arange(3), of([0, 1, 2], []))
    kept = meaning.rerank(OURS, QUESTION, np.array([2, 0]), [TEXTS[2], TEXTS[0]])
    assert fresh.tolist() == pytest.approx(plain.tolist(), abs=1e-3)
    assert kept.tolist() == pytest.approx(plain.tolist(), abs=1e-3)


def test_no_chunks(meaning: Meaning) -> None:
    """Where there is nothing to search, nothing is near."""
    assert meaning.nearness(OURS, QUESTION, np.zeros(0, np.int64), of([], [])).tolist() == []


@pytest.mark.requirement("search-feedback")
def test_feedback_draws_towards_the_best(meaning: Meaning) -> None:
    """What stands first becomes nearer; chunks whose vectors are in memory and others are told the same."""
    fresh = meaning.feedback(OURS, QUESTION, np.array([1, 0, 2]), of([1, 0, 2], []), 1)
    meaning.nearness(OURS, QUESTION, np.arange(3), of([0, 1, 2], []))
    kept = meaning.feedback(OURS, QUESTION, np.array([1, 0, 2]), of([1, 0, 2], []), 1)
    np.testing.assert_allclose(fresh, kept, atol=1e-3)
    assert kept.argmax() == 0
    assert kept[0] > 0.2
