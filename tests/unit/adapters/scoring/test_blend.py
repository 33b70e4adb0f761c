"""How a free statement's probability is made of its words, its vector and heads."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np

from casewright.adapters.scoring import blend, model_file, overlap
from casewright.adapters.scoring.features import SIZE, Features, Hasher

IDF = np.ones(SIZE, np.float32)
ORDINARY = np.array([[0, 1], [0.1, 1], [-0.1, 1]], np.float32)


def asked(direction: tuple[float, float]) -> blend.Asked:
    """The statement "blue whales" with this vector."""
    words = overlap.prepare("blue whales", IDF)
    assert words is not None
    return blend.prepare(words, np.array(direction, np.float32), ORDINARY)


def features_of(*vectors: tuple[float, float]) -> Features:
    """Texts of one word with these vectors."""
    return replace(Hasher().features(["cats"] * len(vectors)), vectors=np.array(vectors, np.float16))


def test_nearness_is_measured_beside_ordinary_texts() -> None:
    """A text along the statement's vector is several spreads nearer than ordinary ones, one across it is not."""
    near = blend.nearness(asked((1, 0)), features_of((1, 0), (0, 1)))

    assert near[0] > 5
    assert abs(near[1]) < 0.1


def test_heads_saturate() -> None:
    """However sure heads are of what a statement was routed to, their logit stays below 2, and none changes places."""
    said = np.array([0.01, 0.5, 0.9, 0.999, 0.99999], np.float32)
    nothing = np.zeros((5, 3), np.float32)
    [_, column] = blend.routed_columns(said, nothing, nothing[:, 0])
    logits = column / blend.HEADS
    assert np.all(np.diff(logits) >= 0)
    assert logits[-1] < model_file.SATURATED
    assert logits[-1] - logits[-2] < 0.02
    assert abs(logits[0] - np.log(0.01 / 0.99)) < 0.01


def test_without_vectors_nothing_is_near() -> None:
    """Features without vectors, and a model without ordinary texts, are as near as ordinary ones."""
    assert blend.nearness(asked((1, 0)), Hasher().features(["cats", "dogs"])).tolist() == [0, 0]
    words = overlap.prepare("blue whales", IDF)
    assert words is not None
    assert blend.prepare(words, np.zeros(2, np.float32), np.zeros((0, 2), np.float32)).usual == 0


def test_more_of_what_speaks_for_a_statement_is_likelier() -> None:
    """With weights on words, nearness or heads, more of them makes a statement likelier."""
    found = np.array([[0, 0, 0], [1, 1, 2]], np.float32)
    near = np.array([0, 4], np.float32)
    for place in (1, 6):
        weights = [-3.0 if column == 0 else 2.0 * (column == place) for column in range(10)]
        low, high = blend.probability(blend.free_columns(found, near), weights)
        assert low < 0.1 < 0.2 < high
    said = np.array([0.1, 0.9], np.float32)
    likely = blend.probability(blend.routed_columns(said, 0 * found, 0 * near, math.inf), (0, 1 / blend.HEADS))
    np.testing.assert_allclose(likely, said, atol=1e-6)
    likely = blend.probability(blend.routed_columns(said[[1, 1]], found, near), (0, 0.1))
    assert likely[0] < likely[1]
