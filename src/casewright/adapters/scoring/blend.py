"""How a free statement's probability is made: from its words, from its vector, and from heads where some answer.

A statement's likeness to a text is told in units of how much it varies over ordinary texts, so that a broad statement
and a narrow one are measured alike.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from casewright.adapters.scoring.model_file import SATURATED

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from casewright.adapters.scoring import overlap
    from casewright.adapters.scoring.features import Features

    FloatArray = NDArray[np.float32]

HEADS, WORDS = 2.0, 3.0
"""What the heads' logit, and the share of the words, count beside nearness where heads answer."""

_LEAST, _MOST = -3.0, 9.0


@dataclass(frozen=True, slots=True)
class Asked:
    """A free statement made ready: its words, its vector, and how near that is to ordinary texts."""

    words: overlap.Words
    vector: FloatArray
    usual: float
    spread: float


def prepare(words: overlap.Words, vector: FloatArray, ordinary: FloatArray) -> Asked:
    """The statement beside ordinary texts' vectors (texts, dimension)."""
    near = ordinary @ vector if len(ordinary) else np.zeros(1, np.float32)
    return Asked(words, vector, float(near.mean()), max(float(near.std()), 1e-3))


def nearness(asked: Asked, features: Features) -> FloatArray:
    """How much nearer each text is than ordinary ones, in their spreads, shape (texts,)."""
    if not features.has_vectors:
        return np.zeros(len(features), np.float32)
    near = (features.along(asked.vector) - np.float32(asked.usual)) / np.float32(asked.spread)
    return np.asarray(np.clip(near, _LEAST, _MOST), np.float32)


def free_columns(found: FloatArray, near: FloatArray) -> list[FloatArray]:
    """What speaks for a statement that no head answers: the evidence of its words (texts, 3), and its nearness."""
    share, pairs, mass = found.T
    one = np.ones_like(share)
    return [one, share, pairs, mass, share * share, share * mass, near, near * near / 4, near * share, near * mass / 4]


def routed_columns(
    likely: FloatArray, found: FloatArray, near: FloatArray, saturation: float = SATURATED
) -> list[FloatArray]:
    """What speaks for a statement that heads answer: what they say, with the words found and nearness, in one column.

    The heads count most, since most statements mean a whole concept; the others tell the texts of a concept apart
    for one that means a part of it. What the heads say is saturated, since a head that is sure of its own concept
    says nothing of one that is only akin to it; ``saturation`` is the logit that it stays below. The shares are set
    by hand: fitted on statements that mean the concept, they would leave the others to chance.
    """
    said = np.clip(likely, 1e-4, 1 - 1e-4)
    logit = np.log(said / (1 - said))
    if np.isfinite(saturation):
        logit = np.float32(saturation) - np.logaddexp(np.float32(0), np.float32(saturation) - logit)
    return [np.ones_like(near), HEADS * logit + near + WORDS * found[:, 0]]


def probability(columns: Sequence[FloatArray], weights: Sequence[float]) -> FloatArray:
    """The columns weighed, as a probability for each text."""
    # Summed column by column: a matrix product may round differently with the number of rows.
    logits = np.zeros_like(columns[0])
    for column, weight in zip(columns, weights, strict=True):
        logits += column * np.float32(weight)
    logits = np.clip(logits, -30, 30)
    return (1 / (1 + np.exp(-logits))).astype(np.float32)
