"""Scores over stored chunks, each computed once."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from casewright.adapters.scoring.cached_scores import CachedScores
from casewright.adapters.scoring.features import Features, Hasher, word_feature
from casewright.domain.ids import TenantId
from casewright.tools.ports.scoring import PAGE
from tests.fakes.memory_scores import MemoryFeatureStore, MemoryScoreCache

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

    from casewright.tools.ports.scoring import Tier

    FloatArray = NDArray[np.float32]
    IntArray = NDArray[np.int64]

PRECISION = 1e-3
"""Scores are kept in two bytes."""

OURS, THEIRS = TenantId("ours"), TenantId("theirs")


class CountingScorer:
    """Scores a text by the number it holds, and counts what it is asked; "read" makes it read the texts."""

    family = "counting-"

    def __init__(self, version: int = 1) -> None:
        self.model = f"counting-{version}"
        self._hasher = Hasher()
        self.hashed = 0
        self.scored = 0

    def cut_short(self, statement: str) -> None:
        """Everything is read."""

    def tier(self, statement: str) -> Tier:
        return "head" if statement == "known" else "free"

    def threshold(self, statement: str) -> float:
        return 0.5

    def answers(self, statement: str) -> bool:
        return True

    def features(self, texts: Sequence[str]) -> Features:
        self.hashed += len(texts)
        return self._hasher.features(texts)

    def score_features(
        self, statement: str, features: Features, texts: Callable[[IntArray], Sequence[str]]
    ) -> FloatArray:
        self.scored += len(features)
        if statement == "read":
            read = texts(np.arange(len(features)))
            return np.array([int(text.split()[1]) / 100_000 for text in read], np.float32)
        first = [set(features.index[a:b].tolist()) for a, b in zip(features.indptr, features.indptr[1:], strict=False)]
        return np.array([float(word_feature("chunk") in row) for row in first], np.float32)

    def learn(self, positive: Sequence[str], negative: Sequence[str]) -> bytes:
        return "|".join([*positive, *negative]).encode()

    def score_learned(self, head: bytes, features: Features) -> FloatArray:
        self.scored += len(features)
        return np.full(len(features), len(head) / 10, np.float32)


class Shelf:
    """Chunks numbered from 0, each with its number in its text, and how many texts were asked for."""

    def __init__(self, numbers: Sequence[int]) -> None:
        self.content = np.array(numbers, np.int64)
        self.given = 0

    def texts(self, positions: IntArray) -> Sequence[str]:
        self.given += len(positions)
        return [f"chunk {self.content[place]}" for place in positions.tolist()]


def cached(scorer: CountingScorer) -> CachedScores:
    """Scores over empty caches in memory."""
    return CachedScores(scorer, MemoryScoreCache(), MemoryFeatureStore())


def test_each_distinct_chunk_is_scored_once() -> None:
    """Chunks with equal texts share one score, and asking again asks the scorer nothing."""
    scorer, shelf = CountingScorer(), Shelf([5, 3, 5, 5, 1025, 3])
    scores = cached(scorer)

    first = scores.scores(OURS, "read", shelf.content, shelf.texts)
    again = scores.scores(OURS, "read", shelf.content, shelf.texts)

    np.testing.assert_allclose(first, shelf.content / 100_000, rtol=PRECISION)
    np.testing.assert_array_equal(first, again)
    assert first.dtype == np.float32
    assert scorer.scored == scorer.hashed == 3


@pytest.mark.requirement("scoring-features-kept")
def test_second_statement_needs_no_text() -> None:
    """A second statement is answered from kept features: no text is asked for and none hashed again."""
    scorer, shelf = CountingScorer(), Shelf(range(3_000))
    scores = cached(scorer)
    scores.scores(OURS, "one", shelf.content, shelf.texts)
    given = shelf.given

    scores.scores(OURS, "two", shelf.content, shelf.texts)

    assert shelf.given == given == 3_000
    assert scorer.hashed == 3_000
    assert scorer.scored == 6_000


@pytest.mark.requirement("scoring-once")
def test_new_chunks_alone_are_scored() -> None:
    """When chunks are added to ones that are scored, only the new ones are."""
    scorer = CountingScorer()
    scores = cached(scorer)
    scores.scores(OURS, "read", np.arange(100), Shelf(range(100)).texts)

    more = Shelf(range(50, 130))
    found = scores.scores(OURS, "read", more.content, more.texts)

    np.testing.assert_allclose(found, more.content / 100_000, rtol=PRECISION)
    assert scorer.scored == scorer.hashed == 130


def test_prepared_chunks_are_hashed_once() -> None:
    """After ``prepare`` no statement hashes, and preparing again does nothing."""
    scorer, shelf = CountingScorer(), Shelf([4, 9, 4, 2_000, 40_000])
    scores = cached(scorer)

    scores.prepare(OURS, shelf.content, shelf.texts)
    scores.prepare(OURS, shelf.content, shelf.texts)
    scores.scores(OURS, "one", shelf.content, shelf.texts)

    assert scorer.hashed == 4
    assert shelf.given == 4


def test_tenants_share_nothing() -> None:
    """Another tenant's chunk of the same number is another chunk."""
    scorer, shelf = CountingScorer(), Shelf([1])
    scores = cached(scorer)
    scores.scores(OURS, "read", shelf.content, shelf.texts)

    theirs = scores.scores(THEIRS, "read", shelf.content, lambda _: ["chunk 77"])

    assert theirs[0] == np.float16(0.00077)
    assert scorer.scored == 2


def test_no_chunks_no_scores() -> None:
    """Nothing asked, nothing answered, nothing looked up."""
    scorer, shelf = CountingScorer(), Shelf([])
    scores = cached(scorer)

    assert scores.scores(OURS, "read", shelf.content, shelf.texts).shape == (0,)
    scores.prepare(OURS, shelf.content, shelf.texts)
    assert scorer.scored == scorer.hashed == shelf.given == 0


def test_numbers_far_apart_do_not_read_what_lies_between() -> None:
    """Chunks at both ends of a large store read their own runs, not those between."""
    scorer, store = CountingScorer(), MemoryFeatureStore()
    scores = CachedScores(scorer, MemoryScoreCache(), store)
    everything = Shelf(range(40 * PAGE))
    scores.prepare(OURS, everything.content, everything.texts)

    store.read = 0
    scores.scores(OURS, "one", np.array([0, 40 * PAGE - 1]), everything.texts)

    assert store.read <= 2


@given(st.lists(st.lists(st.integers(0, 3 * PAGE), max_size=30), max_size=5))
def test_any_questions_in_any_order(questions: list[list[int]]) -> None:
    """Whatever was asked before, every chunk gets its own score, and each distinct one is scored once."""
    scorer = CountingScorer()
    scores = cached(scorer)
    for numbers in questions:
        shelf = Shelf(numbers)
        found = scores.scores(OURS, "read", shelf.content, shelf.texts)
        np.testing.assert_allclose(found, shelf.content / 100_000, rtol=PRECISION, atol=PRECISION)

    distinct = {number for numbers in questions for number in numbers}
    assert scorer.scored == scorer.hashed == len(distinct)


@pytest.mark.requirement("scoring-old-versions")
def test_what_an_older_version_left_goes_with_the_first_write() -> None:
    """A new version of the model scores anew, and the first thing it keeps makes the old version's go."""
    cache, store, shelf = MemoryScoreCache(), MemoryFeatureStore(), Shelf(range(3))
    for tenant in (OURS, THEIRS):
        CachedScores(CountingScorer(1), cache, store).scores(tenant, "read", shelf.content, shelf.texts)

    newer = CountingScorer(2)
    CachedScores(newer, cache, store).scores(OURS, "read", shelf.content, shelf.texts)

    assert newer.scored == 3
    assert cache.load(OURS, "counting-1", "read", [0]) == {}
    assert store.runs(OURS, "counting-1", 0, 3) == []
    assert list(cache.load(OURS, "counting-2", "read", [0])) == [0]
    assert list(cache.load(THEIRS, "counting-1", "read", [0])) == [0]


@pytest.mark.requirement("templates-trained", "scoring-once")
def test_what_was_learned_scores_each_chunk_once() -> None:
    """A head that was learned answers from kept features, and its scores are kept under the statement."""
    scorer, shelf = CountingScorer(), Shelf(range(3))
    scores = cached(scorer)
    scores.prepare(OURS, shelf.content, shelf.texts)
    head = scores.learn(["ab"], ["c"])

    first = scores.learned_scores(OURS, "like the examples", head, shelf.content, shelf.texts)
    again = scores.learned_scores(OURS, "like the examples", head, shelf.content, shelf.texts)

    assert first.tolist() == again.tolist() == [np.float16(0.4)] * 3
    assert (scorer.scored, shelf.given) == (3, 3)


def test_model_and_tier_are_the_scorers() -> None:
    """Results name the scorer's model and tier."""
    scores = cached(CountingScorer())
    assert scores.model == "counting-1"
    assert [scores.tier("known"), scores.tier("other")] == ["head", "free"]
