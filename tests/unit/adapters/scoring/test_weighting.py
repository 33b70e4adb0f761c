"""How much features weigh."""

from __future__ import annotations

import numpy as np

from casewright.adapters.scoring.features import SIZE, Hasher
from casewright.adapters.scoring.weighting import (
    PIVOT,
    SLOPE,
    TERM,
    document_frequencies,
    inverse_frequencies,
    norms,
    row_sums,
    weigh,
)


def test_rare_features_weigh_more() -> None:
    """What stands in every text weighs least, what stands in none most."""
    features = Hasher().features(["the law", "the court", "the fee"])
    frequency = document_frequencies(features)
    weight = inverse_frequencies(frequency, len(features))

    assert frequency.max() == 3
    assert weight[frequency == 3].max() < weight[frequency == 1].min() < weight[frequency == 0].min()


def test_row_sums_know_empty_rows() -> None:
    """An empty row sums to nothing and takes nothing from its neighbours."""
    features = Hasher().features(["", "one", "", "two words", ""])

    sums = row_sums(features, np.ones(len(features.index), np.float32))

    assert sums.tolist() == np.diff(features.indptr).tolist()


def test_lengths_are_divided_out_in_part() -> None:
    """A row is divided by its length and by that of an ordinary one, in the proportion of the slope."""
    features = Hasher().features(["", "word"])
    idf = np.ones(SIZE, np.float32)

    own = float(np.sqrt((TERM[features.count] ** 2).sum()))

    np.testing.assert_allclose(norms(features, idf), [(1 - SLOPE) * PIVOT, (1 - SLOPE) * PIVOT + SLOPE * own])
    np.testing.assert_allclose(weigh(features, idf) * norms(features, idf)[1], TERM[features.count], rtol=1e-6)
