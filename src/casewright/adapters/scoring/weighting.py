"""How much each feature of a text weighs: rarer and repeated ones more, long texts less than in proportion (TF-IDF)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from casewright.adapters.scoring.features import SIZE

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from casewright.adapters.scoring.features import Features

    FloatArray = NDArray[np.float32]

TERM = np.concatenate(([0.0], 1 + np.log(np.arange(1, 256)))).astype(np.float32)
"""What a count weighs: 1 + its natural logarithm."""


def document_frequencies(features: Features) -> NDArray[np.int64]:
    """In how many of the texts each feature occurs, shape (SIZE,)."""
    return np.bincount(features.index, minlength=SIZE)


def inverse_frequencies(frequencies: NDArray[np.int64], texts: int) -> FloatArray:
    """What each feature weighs by its rarity: ``1 + ln((1 + texts) / (1 + frequency))``, shape (SIZE,)."""
    return (1 + np.log((1 + texts) / (1 + frequencies))).astype(np.float16).astype(np.float32)


PIVOT = 68.0
"""The length, before it is divided out, of an ordinary chunk: the mean over the training data."""

SLOPE = 0.6
"""How much of a text's length is divided out; the rest counts as ordinary (pivoted length normalisation)."""


def row_sums(features: Features, values: FloatArray) -> FloatArray:
    """The sum of ``values`` (one an entry) over each row, shape (rows,); 0 for an empty row."""
    sums = np.zeros(len(features), np.float32)
    filled = features.indptr[1:] > features.indptr[:-1]
    if filled.any():
        sums[filled] = np.add.reduceat(values, features.indptr[:-1][filled])
    return sums


def norms(features: Features, idf: FloatArray) -> FloatArray:
    """What each row is divided by: its pivoted length, shape (rows,), never 0."""
    values = idf[features.index] * TERM[features.count]
    lengths = np.sqrt(row_sums(features, values * values))
    return np.asarray((1 - SLOPE) * PIVOT + SLOPE * lengths, np.float32)


def weigh(features: Features, idf: FloatArray) -> FloatArray:
    """One weight an entry, such that an ordinary row has length one."""
    values = idf[features.index] * TERM[features.count]
    return np.asarray(values / np.repeat(norms(features, idf), np.diff(features.indptr)), np.float32)
