"""The BM25 baseline."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from evals.bm25 import K1, B, Bm25
from evals.scorers import CosineRanker

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

WORDS = st.lists(st.sampled_from(["law", "Ohio", "price", "the"]), max_size=8).map(" ".join)


@given(st.lists(WORDS, min_size=1, max_size=6), WORDS)
def test_scores_are_the_formula(texts: list[str], query: str) -> None:
    """Each text's score is the sum over the query's words that the formula says."""
    split = [text.lower().split() for text in texts]
    average = max(sum(map(len, split)) / len(split), 1.0)
    expected = []
    for words in split:
        total = 0.0
        for word in query.lower().split():
            having = sum(word in other for other in split)
            count = words.count(word)
            length = K1 * (1 - B + B * len(words) / average)
            rarity = math.log(1 + (len(split) - having + 0.5) / (having + 0.5))
            total += rarity * count * (K1 + 1) / (count + length) if count else 0.0
        expected.append(total)

    np.testing.assert_allclose(Bm25(texts).score(query), expected)


def test_rare_words_find_their_text() -> None:
    """The text with the rare word is first, whatever the case."""
    scores = Bm25(["the price of the goods", "the laws of OHIO", "the goods"]).score("Ohio law, the goods")
    assert int(scores.argmax()) == 1


@pytest.mark.parametrize("texts", [[], [""], ["", "..."]])
def test_texts_without_words_score_nothing(texts: list[str]) -> None:
    """No text, and texts with no word in them, are no error."""
    assert Bm25(texts).score("law").tolist() == [0.0] * len(texts)


class Letters:
    """An encoder whose vectors say whether a text has an "a" or a "b"."""

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        found = np.array([["a" in text, "b" in text] for text in texts], np.float32)
        return np.asarray(found / np.maximum(np.linalg.norm(found, axis=1, keepdims=True), 1), np.float32)


def test_cosine_is_of_the_encoders_vectors() -> None:
    """An encoder's vectors, as they are, rank texts by the cosine to the statement's."""
    scores = CosineRanker(Letters()).over(["a", "b", "ab", "c"])("a")
    np.testing.assert_allclose(scores, [1, 0, 0.5**0.5, 0], atol=1e-6)
