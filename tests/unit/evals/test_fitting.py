"""Fitting heads and their calibration."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from evals.fitting import LEFT_OUT, Platt, Rows, compress, cross_fit, cross_platt, fit_head, folds

pytest.importorskip("sklearn")


def rows_of(*rows: int) -> Rows:
    """Rows that each have the one feature given."""
    return Rows(np.arange(len(rows) + 1), np.array(rows, np.uint16), np.ones(len(rows), np.float32), 4)


@given(st.lists(st.integers(0, 50), min_size=1, max_size=200), st.integers(2, 6))
def test_contracts_are_never_split(contracts: list[int], count: int) -> None:
    """Rows of one contract share their fold, folds are of nearly one size, and the same seed gives the same."""
    fold = folds(np.array(contracts), count)

    by_contract = {contract: set(fold[np.array(contracts) == contract].tolist()) for contract in contracts}
    sizes = np.bincount([fold.pop() for fold in by_contract.values()], minlength=count)
    assert sizes.max() - sizes.min() <= 1
    np.testing.assert_array_equal(fold, folds(np.array(contracts), count))


def test_head_learns_its_feature() -> None:
    """The feature that positives have gets weight, and a row that is left out teaches nothing."""
    weights, bias = fit_head(rows_of(0, 0, 1, 1, 2), np.array([1, 1, 0, 0, LEFT_OUT], np.int8))

    assert weights[0] > 0 > weights[1]
    assert weights[2] == 0
    assert weights[0] + bias > 0 > weights[1] + bias


def test_margins_come_from_the_other_folds() -> None:
    """A feature that only one fold has says nothing when that fold is held out."""
    rows = rows_of(0, 1, 0, 1, 3, 1)
    labels = np.array([1, 0, 1, 0, 1, 0], np.int8)
    fold = np.array([0, 0, 1, 1, 2, 2])

    margins = cross_fit(rows, labels, fold)

    assert margins[0] > margins[1]
    assert margins[2] > margins[3]
    assert margins[0] > margins[4]


def test_fold_that_holds_all_positives_has_no_margin() -> None:
    """Where the other folds have no positive there is nothing to learn from."""
    margins = cross_fit(rows_of(0, 1, 1, 1), np.array([1, 0, 0, 0], np.int8), np.array([0, 0, 1, 1]))
    assert np.isnan(margins).tolist() == [True, True, False, False]


def test_kept_weights_are_the_largest_in_steps() -> None:
    """All but the largest weights become nothing; the others lie on the file's steps."""
    vector = np.array([1.0, -0.5, 0.011, 0.3])

    kept = compress(vector, 2)

    assert np.flatnonzero(kept).tolist() == [0, 1]
    np.testing.assert_allclose(kept * 127, np.round(kept * 127), atol=1e-9)
    assert compress(np.zeros(3), 2).tolist() == [0, 0, 0]


def test_probabilities_follow_how_often_margins_are_right() -> None:
    """Margins that are right more often get higher probabilities, and no fold calibrates itself."""
    random = np.random.default_rng(1)
    margins = random.normal(size=4_000)
    labels = (random.random(4_000) < 1 / (1 + np.exp(-(2 * margins - 3)))).astype(np.int8)
    (likely,), (platt,) = cross_platt([margins], [labels], np.arange(4_000) % 4)

    sure = likely > 0.7
    assert abs(labels[sure].mean() - likely[sure].mean()) < 0.15
    assert platt.slope > 0
    assert np.all(np.diff(platt(np.sort(margins))) >= 0)


def test_probability_never_overflows() -> None:
    """Margins of any size give probabilities."""
    assert Platt(1.0, 0.0)(np.array([-1e9, 0, 1e9])).tolist() == pytest.approx([0, 0.5, 1])
