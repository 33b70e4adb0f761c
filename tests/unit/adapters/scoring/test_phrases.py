"""Concepts known by their phrases."""

from __future__ import annotations

from casewright.adapters.scoring.features import Hasher
from casewright.adapters.scoring.phrases import NOTHING, score

PHRASES = {0.9: ("neural network",), 0.5: ("algorithm",)}


def test_each_phrase_takes_some_doubt_away() -> None:
    """No phrase leaves almost nothing, one its own weight, two more than either."""
    texts = ["a fishing net", "an algorithm", "a neural network", "a Neural-Network algorithm", ""]

    nothing, weak, strong, both, empty = score(PHRASES, Hasher().features(texts)).tolist()

    assert nothing == empty
    assert abs(nothing - NOTHING) < 1e-6
    assert abs(weak - (1 - 0.99 * 0.5)) < 1e-6
    assert abs(strong - (1 - 0.99 * 0.1)) < 1e-6
    assert both > strong


def test_words_apart_are_no_phrase() -> None:
    """A phrase's words count only side by side."""
    assert score(PHRASES, Hasher().features(["a network that is neural"]))[0] < 0.05
